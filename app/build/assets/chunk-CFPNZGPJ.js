var e="daily";export{e as a};
