var r=import.meta.url;if("WorkerGlobalScope"in globalThis){let{answerReadings:o}=await import("./answer_readings-E6SPG27G.js");o()}export{r as address};
