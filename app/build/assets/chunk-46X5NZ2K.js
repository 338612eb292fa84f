var n=["daily","weekly","monthly","yearly"],r={daily:252,weekly:52,monthly:12,yearly:1};function y(e){return r[e]}export{n as a,y as b};
