function e({methods:u},t){return u.find(n=>n.key===t)??u.find(({status:n})=>n==="optimal")??u.find(({weights:n})=>n!==null)??u[0]??null}export{e as a};
