import{c as r}from"./chunk-T3IRRHRJ.js";function o(t,n=r){return new Intl.NumberFormat([...n],{maximumFractionDigits:0}).format(t)}export{o as a};
