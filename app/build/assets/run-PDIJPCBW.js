import{e as t}from"./chunk-FTCFDF5D.js";import{r as e,s as o}from"./chunk-LNCFUB7F.js";function m(){let{params:r}=t();return e(o,{title:r.run})}export{m as default};
