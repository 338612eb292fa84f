import { callConnector } from "./call_connector.ts";

/** List of the endpoints of the connector, one for every message of its protocol. */
export const connectorEndpoints = [callConnector];
