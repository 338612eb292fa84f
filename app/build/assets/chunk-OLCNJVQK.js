import{Y as t,c as r}from"./chunk-DOASEBQA.js";function c({text:n}){let p=n.split("`");return t(r,{children:p.map((e,o)=>o%2===1?t("code",{children:e},o):e)})}export{c as a};
