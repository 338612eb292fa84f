import{a as r,c as t}from"./chunk-TFJJQTMI.js";function e(m,o=t){return r(o,{maximumFractionDigits:0}).format(m)}export{e as a};
