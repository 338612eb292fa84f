function o(e){let r=e.replaceAll("_"," ").replace("monte carlo","Monte Carlo");return r.charAt(0).toUpperCase()+r.slice(1)}export{o as a};
