import{a as r,c as t}from"./chunk-3YUES2WC.js";function e(m,o=t){return r(o,{maximumFractionDigits:0}).format(m)}export{e as a};
