import{e as t}from"./chunk-R57EUGLT.js";import{r as e,s as o}from"./chunk-V7X43QHE.js";function m(){let{params:r}=t();return e(o,{title:r.run})}export{m as default};
