import{r as e,s as t}from"./chunk-V7X43QHE.js";function o(){return e(t,{title:"New run",lead:"Choose assets, methods and rules."})}export{o as default};
