function e(){return new URLSearchParams(location.hash.slice(1)).get("token")??""}export{e as a};
