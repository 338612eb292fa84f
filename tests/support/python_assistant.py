"""Calls the connector with the Python client of the protocol: argv has the address, the token and the mode."""
import asyncio
import json
import ssl
import sys

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

RUN = {
    "assets": ["NSE:EXMANGO", "NSE:EXLOTUS", "NSE:EXGINGER"],
    "methods": ["min_volatility"],
    "constraints": {"weight_bounds": {"max": 0.5}},
}


async def main(url: str, token: str, mode: str, certificate: str) -> None:
    context = ssl.create_default_context(cafile=certificate)
    headers = {"authorization": f"Bearer {token}"}
    async with httpx2.AsyncClient(headers=headers, verify=context, timeout=60) as http:
        async with Client(streamable_http_client(url, http_client=http), mode=mode) as client:
            tools = await client.list_tools()
            submitted = await client.call_tool("submit_run", RUN)
            run_id = submitted.structured_content["run_id"]
            result = await client.call_tool("get_result", {"run_id": run_id, "section": "weights"})
            print(json.dumps({
                "tools": [tool.name for tool in tools.tools],
                "status": submitted.structured_content["status"],
                "rows": result.structured_content["table"]["rows"],
            }))


asyncio.run(main(*sys.argv[1:]))
