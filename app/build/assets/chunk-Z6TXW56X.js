function e(t){let r=t.replaceAll("_"," ");return r.charAt(0).toUpperCase()+r.slice(1)}export{e as a};
