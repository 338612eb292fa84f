import{b as r}from"./chunk-XWN6PQXI.js";function o(t,n=r){return new Intl.NumberFormat([...n],{maximumFractionDigits:0}).format(t)}export{o as a};
