#!/usr/bin/env bash
# Goes from sign-up to the weights of a first run, against a service on this machine that has its data in this folder.
# Start the service with `deno task start`, then enter `bash scripts/first_run.sh` in a second terminal in the same
# folder. For a second run, give another address: `bash scripts/first_run.sh grace@example.com`.
# Another service is named by the environment: API is its address, DATA_DIR its folder.
# Needs bash and curl 7.82 or newer. The exit status is 0 when the run succeeded, and another one otherwise.
set -euo pipefail

API=${API:-https://localhost:8443}
DATA=${DATA_DIR:-.data}
EMAIL=${1:-ada@example.com}
PASSWORD="Correct horse 1"

# api <path> [curl option…]: sends one request; a status of 400 or more ends the script.
api() {
  curl -sS --fail-with-body --cacert "$DATA/tls/certificate.pem" -w '\n' "$API$1" "${@:2}"
}

# field <name>: prints the text of a field of a JSON object.
field() {
  sed -E "s/.*\"$1\":\"([^\"]*)\".*/\1/"
}

# Without a mail server the service keeps its mails as files. The mail with the token arrives a moment after the sign-up.
mailed_token() {
  local mail
  for _ in {1..150}; do
    mail=$(grep -lsx "To: $EMAIL" "$DATA"/mail/*.eml | tail -n 1) || true
    if [ -n "$mail" ]; then sed -n 's/^Token: //p' "$mail"; return; fi
    sleep 0.2
  done
  echo "Cannot find a mail to $EMAIL in $DATA/mail" >&2
  return 1
}

# Sign up, and verify the address by the mailed token.
api /auth/signup --json "{\"email\":\"$EMAIL\",\"password\":\"$PASSWORD\",\"full_name\":\"Ada Lovelace\"}"
TOKEN=$(mailed_token)
api /auth/email/verify/confirm --json "{\"token\":\"$TOKEN\"}"

# Sign in, and make an API key.
ACCESS=$(api /auth/login --json "{\"email\":\"$EMAIL\",\"password\":\"$PASSWORD\"}" | field access_token)
CLIENT=$(api /auth/api-clients --oauth2-bearer "$ACCESS" --json '{"name":"Desk"}' | field id)
KEY=$(api /auth/api-keys --oauth2-bearer "$ACCESS" --json "{\"client_id\":\"$CLIENT\",\"name\":\"Book\"}" | field key)

# Submit a run, wait for its last event, and read its weights.
STOCKS=$(printf ',{"exchange":"NSE","ticker":"%s"}' EXMANGO EXLOTUS EXGINGER EXHORNBILL EXJASMINE)
RULES='{"weight_bounds":{"max":0.4}}'
BODY="{\"stocks\":[${STOCKS#,}],\"methods\":[\"min_volatility\"],\"constraints\":$RULES}"
RUN=$(api /jobs -H "X-API-Key: $KEY" --json "$BODY" | field run_id)
api "/jobs/$RUN/events" -N -H "X-API-Key: $KEY" | grep -o '"status":"succeeded"' || {
  echo "Cannot read weights: the run $RUN did not succeed" >&2
  exit 1
}
api "/jobs/$RUN/result" -H "X-API-Key: $KEY" | grep -o '"weights":{[^}]*}'
