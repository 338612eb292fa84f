import{r as e,s as t}from"./chunk-LNCFUB7F.js";function s(){return e(t,{title:"Lists",lead:"Saved groups of assets and saved requests."})}export{s as default};
