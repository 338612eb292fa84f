import{b as r}from"./chunk-Y7BWMSL6.js";function o(t,n=r){return new Intl.NumberFormat([...n],{maximumFractionDigits:0}).format(t)}export{o as a};
