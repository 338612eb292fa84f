var r=import.meta.url;if("WorkerGlobalScope"in globalThis){let{answerReadings:o}=await import("./answer_readings-7ZLJ3KBL.js");o()}export{r as address};
