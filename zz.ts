import "./src/service.ts"; import "./src/store/open_store.ts";
