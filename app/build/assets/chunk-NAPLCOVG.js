import{a as r,c as t}from"./chunk-7RUWRH4T.js";function e(m,o=t){return r(o,{maximumFractionDigits:0}).format(m)}export{e as a};
