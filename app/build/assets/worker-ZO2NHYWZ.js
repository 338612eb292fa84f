var r=import.meta.url;if("WorkerGlobalScope"in globalThis){let{answerReadings:o}=await import("./answer_readings-STCHYCXD.js");o()}export{r as address};
