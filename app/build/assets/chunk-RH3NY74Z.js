import{W as t,c as r}from"./chunk-S6FNWAGI.js";function c({text:n}){let p=n.split("`");return t(r,{children:p.map((e,o)=>o%2===1?t("code",{children:e},o):e)})}export{c as a};
