import"./chunk-3RNHDNP5.js";var r=import.meta.url;if("WorkerGlobalScope"in globalThis){let{answerReadings:o}=await import("./answer_readings-WOEMKS3Q.js");o()}export{r as address};
