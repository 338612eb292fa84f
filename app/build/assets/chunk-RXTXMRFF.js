import{a as r,c as t}from"./chunk-ZAH5O5J5.js";function e(m,o=t){return r(o,{maximumFractionDigits:0}).format(m)}export{e as a};
