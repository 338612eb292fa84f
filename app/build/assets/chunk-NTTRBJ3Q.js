import{X as t,d as r}from"./chunk-O532HPKY.js";function c({text:n}){let p=n.split("`");return t(r,{children:p.map((e,o)=>o%2===1?t("code",{children:e},o):e)})}export{c as a};
