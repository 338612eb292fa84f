// Made of the OpenAPI document by "deno task openapi".
export interface paths {
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the public keys of access tokens */
        get: operations["get_well_known_jwks_json"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-authorization-server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read how a connector gets tokens */
        get: operations["get_well_known_oauth_authorization_server"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-protected-resource": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read which authorization server makes the tokens of connectors */
        get: operations["get_well_known_oauth_protected_resource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-protected-resource/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read which authorization server makes the tokens of connectors */
        get: operations["get_well_known_oauth_protected_resource_mcp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analytics/comparisons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List comparisons
         * @description All comparisons are on one page.
         */
        get: operations["get_analytics_comparisons"];
        put?: never;
        /**
         * Save a comparison of runs
         * @description A comparison has 2 to 20 runs that have succeeded. An account has at most 200 comparisons.
         */
        post: operations["post_analytics_comparisons"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analytics/comparisons/{comparison_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a comparison */
        get: operations["get_analytics_comparisons_comparison_id"];
        put?: never;
        post?: never;
        /**
         * Delete a comparison
         * @description The runs of the comparison are kept.
         */
        delete: operations["delete_analytics_comparisons_comparison_id"];
        options?: never;
        head?: never;
        /**
         * Edit a comparison
         * @description A field that is left out does not change.
         */
        patch: operations["patch_analytics_comparisons_comparison_id"];
        trace?: never;
    };
    "/analytics/comparisons/{comparison_id}/surface": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the runs of a comparison, a page at a time
         * @description Curves have the dates that all runs of the comparison had in common when the runs were named, and begin at 0. A cursor continues the same comparison with the same query; only page_size may differ.
         */
        get: operations["get_analytics_comparisons_comparison_id_surface"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analytics/dashboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the dashboard of all runs
         * @description The dashboard is updated whenever a run is accepted, ends or is deleted.
         */
        get: operations["get_analytics_dashboard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analytics/insights/{insight_id}/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dismiss an insight
         * @description A dismissed insight does not come back. Dismissing it again changes nothing.
         */
        post: operations["post_analytics_insights_insight_id_dismiss"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analytics/refresh-stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Recompute the dashboard
         * @description Computes from all runs the same dashboard that is kept up to date anyway. Dismissed insights do not come back.
         */
        post: operations["post_analytics_refresh_stats"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analytics/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tags in use
         * @description All tags are on one page.
         */
        get: operations["get_analytics_tags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Open the console in a browser */
        get: operations["get_app"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/{page}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Open a page of the console */
        get: operations["get_app_page"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/{page}/{item}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Open a page of the console for one item */
        get: operations["get_app_page_item"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/{page}/{item}/{part}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Open a part of a page of the console for one item */
        get: operations["get_app_page_item_part"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/assets/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a script or style of the console
         * @description The name contains a digest of the content, so an answer never changes.
         */
        get: operations["get_app_assets_name"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/api-clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List API clients */
        get: operations["get_auth_api_clients"];
        put?: never;
        /**
         * Make an API client
         * @description An account has at most 50 API clients.
         */
        post: operations["post_auth_api_clients"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/api-clients/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an API client */
        get: operations["get_auth_api_clients_id"];
        put?: never;
        post?: never;
        /** Delete an API client and its keys */
        delete: operations["delete_auth_api_clients_id"];
        options?: never;
        head?: never;
        /** Change an API client */
        patch: operations["patch_auth_api_clients_id"];
        trace?: never;
    };
    "/auth/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List API keys, of one client or of all */
        get: operations["get_auth_api_keys"];
        put?: never;
        /**
         * Make an API key
         * @description An account has at most 200 API keys.
         */
        post: operations["post_auth_api_keys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an API key */
        delete: operations["delete_auth_api_keys_id"];
        options?: never;
        head?: never;
        /** Change an API key */
        patch: operations["patch_auth_api_keys_id"];
        trace?: never;
    };
    "/auth/email/verify/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify an e-mail address
         * @description Sessions that began before the verification end.
         */
        post: operations["post_auth_email_verify_confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/email/verify/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for another verification mail
         * @description Mails a token, valid for 24 hours and for one use, if the address has an account that is not verified. The answer is the same if it has none.
         */
        post: operations["post_auth_email_verify_request"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description Answers an access token and sets the cookies `refresh_token` and `csrf_token`.
         */
        post: operations["post_auth_login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description Ends the session of the cookies and clears them.
         */
        post: operations["post_auth_logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the password
         * @description Ends every other session of the account.
         */
        post: operations["post_auth_password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password/reset/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password
         * @description Uses up the mailed token, ends every session of the account and revokes the grants of connectors. On request it also revokes every API key. The owner is notified by mail.
         */
        post: operations["post_auth_password_reset_confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password/reset/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a new password
         * @description Mails a token, valid for one hour and for one use, if the address has an account. The answer is the same if it has none.
         */
        post: operations["post_auth_password_reset_request"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refresh the session
         * @description Exchanges the cookie `refresh_token` for a new access token and new cookies. A refresh token that was used before ends its session.
         */
        post: operations["post_auth_refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the sessions of the account */
        get: operations["get_auth_sessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a session
         * @description The session of the request can be ended, too. Its cookies are not cleared, but they are no longer valid.
         */
        delete: operations["delete_auth_sessions_session_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign up
         * @description Makes an account and mails a token that verifies its e-mail address.
         */
        post: operations["post_auth_signup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/backtests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the backtests of the account
         * @description Newest first. A config over 4 KiB is null here: read the backtest by its id to get it.
         */
        get: operations["get_backtests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/backtests/{backtest_run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a backtest
         * @description A backtest that has succeeded has the metrics of each method and links to its reports, valid for 15 minutes.
         */
        get: operations["get_backtests_backtest_run_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/billing/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the plan, its meters of this calendar month, UTC, its storage and its running jobs */
        get: operations["get_billing_me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/classification-maps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List classification maps
         * @description All classification maps are on one page.
         */
        get: operations["get_classification_maps"];
        put?: never;
        /**
         * Save a classification map
         * @description An account has at most 100 classification maps, each with a name of its own.
         */
        post: operations["post_classification_maps"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/classification-maps/{map_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace a classification map
         * @description Runs that were submitted with the map keep the groups that it had then.
         */
        put: operations["put_classification_maps_map_id"];
        post?: never;
        /**
         * Delete a classification map
         * @description Runs that were submitted with the map keep the groups that it had then.
         */
        delete: operations["delete_classification_maps_map_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/constraints/capability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the constraint families, and which of them each method enforces
         * @description Takes If-None-Match.
         */
        get: operations["get_constraints_capability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/constraints/preflight": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check whether rules can be met, and which ranges they allow
         * @description Makes no run and counts on no meter. The limit of work is counted in steps, not in time, so that the same request has the same answer. For rules that cannot be met the answer has the conflict with which POST /jobs refuses them.
         */
        post: operations["post_constraints_preflight"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read this interface as a page and try it out */
        get: operations["get_docs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a script or style of the reference */
        get: operations["get_docs_name"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/downloads/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download an artifact by its signed link
         * @description Takes Range, If-Range, If-None-Match and Accept-Encoding: JSON, CSV and SVG may come compressed, a range never. A link is valid for 15 minutes. A refusal is a page where the request accepts text/html.
         */
        get: operations["get_downloads_token"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check whether the process is alive */
        get: operations["get_health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/holdings/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read a portfolio from a statement of a brokerage
         * @description Takes the holdings of Zerodha Console and the statements of stocks and of mutual funds of Groww, as .xlsx or CSV, and the CSV files of Zerodha Kite and ICICI Direct. A column whose header is missing or wrong is found by its cells, where exactly one reading fits; `read_as` says how each column was known. Lines whose asset is found on a market are in `stocks` and `funds`, all other lines in `unresolved`. The file is not stored.
         */
        post: operations["post_holdings_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a run
         * @description The same request with the same Idempotency-Key within 24 hours is answered with the same run. Work beyond what this service computes is left to a process with a larger bound; where none was seen in the last ten minutes, the request is refused with 503 `not_ready`, whose detail names the work, the bound and what to do.
         */
        post: operations["post_jobs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a job
         * @description Takes the id of a run, a simulation or a backtest.
         */
        get: operations["get_jobs_run_id"];
        put?: never;
        post?: never;
        /**
         * Delete a job with everything attached
         * @description Takes the id of a run, a simulation or a backtest; with a run its simulations and backtests are deleted, too. Meters still count the deleted jobs.
         */
        delete: operations["delete_jobs_run_id"];
        options?: never;
        head?: never;
        /**
         * Rename a job
         * @description Takes the id of a run, a simulation or a backtest.
         */
        patch: operations["patch_jobs_run_id"];
        trace?: never;
    };
    "/jobs/{run_id}/artifacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the files of a job
         * @description Takes the id of a run, a simulation or a backtest. The list is empty before the job has succeeded. Each file has a link that is valid for 15 minutes. In CSV files an id or a name that a spreadsheet would take for a formula (it begins with =, +, -, @, a tab or a line break) has an apostrophe before it, and in JSON files it has none: remove the apostrophe before you join files by id.
         */
        get: operations["get_jobs_run_id_artifacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{run_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a job in flight
         * @description Takes the id of a run, a simulation or a backtest.
         */
        post: operations["post_jobs_run_id_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{run_id}/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the config of a run
         * @description The request with every default filled in; submitted again, it makes the same run.
         */
        get: operations["get_jobs_run_id_config"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{run_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a job
         * @description Server-sent events whose data is the job as GET /jobs/{run_id} returns it: first its present state, then every change. The stream ends with the job, with the credential, with the service, and after 15 minutes.
         */
        get: operations["get_jobs_run_id_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{run_id}/report/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a report of a run as PDF
         * @description The report is rendered once from the stored figures of the run. A report that is queued, rendering or ready is not rendered again; a report that failed is queued again. A report counts on no meter; its bytes count as bytes of the run, and it is deleted with the run. Letters that the typeface of the report lacks, such as Tamil or Arabic ones, are shown as □; spreadsheet and CSV have them. Work beyond what this service computes is left to a process with a larger bound; where none was seen in the last ten minutes, the request is refused with 503 `not_ready`, whose detail names the work, the bound and what to do.
         */
        post: operations["post_jobs_run_id_report_pdf"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{run_id}/report/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the status of a report of a run
         * @description A report that is ready has a link, valid for 15 minutes; a report that failed has the reason.
         */
        get: operations["get_jobs_run_id_report_status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{run_id}/result": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the result of a run
         * @description Weights, metrics and statistics, as the artifact result.json holds them.
         */
        get: operations["get_jobs_run_id_result"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{run_id}/rolling_backtest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the inline backtest of a run
         * @description 404 if the run has no backtest.
         */
        get: operations["get_jobs_run_id_rolling_backtest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/active": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the jobs in flight
         * @description Runs, simulations and backtests that are queued, running or uploading, newest first.
         */
        get: operations["get_jobs_active"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the runs of the account
         * @description Newest first. A page of a filtered list may hold fewer items than asked for and still have a next_cursor.
         */
        get: operations["get_jobs_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the simulations of the account
         * @description Newest first. A config over 4 KiB is null here: read the simulation by its id to get it.
         */
        get: operations["get_mc"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mc/{mc_run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a simulation
         * @description A simulation that has succeeded has its figures and a link to the rest of them, valid for 15 minutes.
         */
        get: operations["get_mc_mc_run_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message of the Model Context Protocol
         * @description Revisions 2026-07-28 and 2025-11-25, without sessions. The answer is JSON, or events where it takes time or is a subscription.
         */
        post: operations["post_mcp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/methods/requirements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the methods with their requirements, and the fields that a submission checks
         * @description Requirements that depend on the parameters of a method are those of its defaults. Takes If-None-Match.
         */
        get: operations["get_methods_requirements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mutual-funds/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search Indian mutual funds
         * @description Finds by scheme code or ISIN, then by the beginning of the name or of its words, then by misspelt words. Funds without a value in the 30 days before the list come last.
         */
        get: operations["get_mutual_funds_search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask a person, in their browser, to allow a connector something
         * @description The authorization endpoint of OAuth 2.1, with a proof key by S256 alone. The browser is led to the page of consent, and nowhere else: an error is a page, with a link to the connector if its redirect address is registered.
         */
        get: operations["get_oauth_authorize"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register the connector of an AI assistant
         * @description Dynamic registration (RFC 7591). A connector that nobody grants anything is forgotten after seven days, another after 90 days without use.
         */
        post: operations["post_oauth_register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/requests/{request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what a connector asks for */
        get: operations["get_oauth_requests_request_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/requests/{request_id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Allow or refuse what a connector asks for
         * @description Uses up the request.
         */
        post: operations["post_oauth_requests_request_id_decision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a token of a connector
         * @description Revocation (RFC 7009). A refresh token ends with all tokens that came with it and with its successors, and with the last one the grant ends. The answer is the same for a token that does not exist.
         */
        post: operations["post_oauth_revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a code or a refresh token of a connector for tokens
         * @description The token endpoint of OAuth 2.1. A refresh token is replaced with each use; the former one gets the same answer for 30 seconds, and later ends the grant.
         */
        post: operations["post_oauth_token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read this interface as an OpenAPI document */
        get: operations["get_openapi_json"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check whether requests can be served */
        get: operations["get_ready"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Be led to /app/reset, from the link of an earlier mail */
        get: operations["get_reset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/runs/{run_id}/backtest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a walk-forward backtest of a run
         * @description The backtest reads only data that the run has stored. The same request with the same Idempotency-Key within 24 hours is answered with the same backtest. Work beyond what this service computes is left to a process with a larger bound; where none was seen in the last ten minutes, the request is refused with 503 `not_ready`, whose detail names the work, the bound and what to do.
         */
        post: operations["post_runs_run_id_backtest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/runs/{run_id}/backtests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the backtests of a run
         * @description Newest first. A config over 4 KiB is null here: read the backtest by its id to get it.
         */
        get: operations["get_runs_run_id_backtests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/runs/{run_id}/monte_carlo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the simulations of a run
         * @description Newest first. A config over 4 KiB is null here: read the simulation by its id to get it.
         */
        get: operations["get_runs_run_id_monte_carlo"];
        put?: never;
        /**
         * Submit a simulation of a method of a run
         * @description The simulation reads only data that the run has stored. The same request with the same Idempotency-Key within 24 hours is answered with the same simulation. Work beyond what this service computes is left to a process with a larger bound; where none was seen in the last ten minutes, the request is refused with 503 `not_ready`, whose detail names the work, the bound and what to do.
         */
        post: operations["post_runs_run_id_monte_carlo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/runs/{run_id}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tag a run
         * @description The run may have any status, and takes at most 20 tags. Tags are stored in lower case. Adding a tag again changes nothing.
         */
        post: operations["post_runs_run_id_tags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/runs/{run_id}/tags/{tag_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a tag from a run */
        delete: operations["delete_runs_run_id_tags_tag_name"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List templates
         * @description All templates are on one page.
         */
        get: operations["get_templates"];
        put?: never;
        /**
         * Save a template
         * @description An account has at most 20 templates, each with a name of its own. `request` is a body of POST /jobs or a part of one. The fields that it has must keep the same rules; missing fields are added when a run is made from the template.
         */
        post: operations["post_templates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{template_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a template */
        delete: operations["delete_templates_template_id"];
        options?: never;
        head?: never;
        /** Rename a template */
        patch: operations["patch_templates_template_id"];
        trace?: never;
    };
    "/universe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tickers of the Indian exchanges
         * @description Never returns an old copy: if the lists cannot be refreshed in time, the answer is 503. Takes If-None-Match.
         */
        get: operations["get_universe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List uploads
         * @description All uploads are on one page.
         */
        get: operations["get_uploads"];
        put?: never;
        /**
         * Make an upload for a history or for scenarios
         * @description Answers a link that takes one PUT of a file of up to 256 MiB within an hour. Once the upload is ready, a run names it in place of a history, `"prices": {"upload": "upl_…"}`, or of scenarios, whose `probabilities` may stand beside it. The history of the file counts as storage of the plan, and so does the aligned history of each run that names it, once for all runs that share it. An account has at most 20 uploads.
         */
        post: operations["post_uploads"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/uploads/{upload_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show an upload */
        get: operations["get_uploads_upload_id"];
        put?: never;
        post?: never;
        /**
         * Delete an upload
         * @description Runs that name the upload, also those that still wait, have their own aligned history and need it no more.
         */
        delete: operations["delete_uploads_upload_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/uploads/content/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Send the file of an upload by its signed link
         * @description Answers once the file was read. A file that cannot be read is refused for good, with every fault; the pointers are those of a history `{dates, series}`, or of scenarios `{assets, matrix}`. After a broken connection, without room in the plan or while the service is not ready, the same link takes the file again until it ends.
         */
        put: operations["put_uploads_content_token"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/us-stocks/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search the shares and funds on US exchanges
         * @description Finds by symbol, then by the beginning of the name or of its words, then by misspelt words. Without q lists by symbol.
         */
        get: operations["get_us_stocks_search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the own profile */
        get: operations["get_users_me"];
        put?: never;
        post?: never;
        /**
         * Delete the account
         * @description Every credential of the account is refused at once and its address is free; whatever else it owned is deleted soon after.
         */
        delete: operations["delete_users_me"];
        options?: never;
        head?: never;
        /** Set the display name */
        patch: operations["patch_users_me"];
        trace?: never;
    };
    "/users/me/mcp-grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the AI-assistant connectors that hold a grant
         * @description All grants are on one page.
         */
        get: operations["get_users_me_mcp_grants"];
        put?: never;
        post?: never;
        /**
         * Revoke the grant of an AI-assistant connector
         * @description Its tokens are refused from the next request on. The answer is the same if the connector holds no grant.
         */
        delete: operations["delete_users_me_mcp_grants"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Be led to /app/verify, from the link of an earlier mail */
        get: operations["get_verify"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AccessToken: {
            access_token: string;
            expires_in: number;
            /** @constant */
            token_type: "bearer";
        };
        ActiveJob: {
            attempt: number;
            /** Format: date-time */
            created_at: string;
            currency: ("INR" | "USD") | null;
            error: {
                /** @description Why it failed: insufficient_history, too_many_rebalances, market_data_unavailable, constraints_infeasible, methods_failed, out_of_memory, worker_lost, input_lost, internal */
                code: string;
                conflict?: {
                    /** @description Changes of limits of the request that together let all rules be met, with the smallest sum; empty where they do not fit */
                    joint_relaxation: {
                        family: string;
                        from: number;
                        /** @enum {string} */
                        limit: "min" | "max";
                        rule: string | null;
                        to: number | null;
                    }[];
                    /** @description Whether no smaller set of rules is in conflict */
                    minimum: boolean;
                    /** @description For each limit of these rules the smallest change that alone lets all rules be met; null where no change does. Limits are left out where there are too many to compute or to list, or where a change is not proven */
                    relaxation: {
                        family: string;
                        from: number;
                        /** @enum {string} */
                        limit: "min" | "max";
                        rule: string | null;
                        to: number | null;
                    }[];
                    /** @description Rules that cannot be met together; without any one of them the others can. Empty where the search for them ended early. Where they do not fit into an answer, the last entry counts the remaining rules and names no family */
                    rules: {
                        detail: string;
                        family: string;
                        rule: string | null;
                    }[];
                };
                detail: string;
                /** @description Doubts about the data and the numbers of the run, which may say why no method has an answer: the most severe first, as many as fit into 8 KiB. Absent without any */
                doubts?: components["schemas"]["Doubt"][];
            } | null;
            /** @description Time before which the run is not deleted, and after which the service deletes it with everything that belongs to it. Null where the plan keeps runs for ever, before the run has finished, and for a simulation or a backtest, which go with their run */
            expires_at: string | null;
            finished_at: string | null;
            id: string;
            /** @enum {string} */
            kind: "optimization" | "monte_carlo" | "backtest";
            /** @enum {string} */
            market: "IN" | "US" | "MF" | "CUSTOM";
            methods: string[];
            /** @enum {string} */
            mode: "construct" | "rebalance";
            name: string | null;
            parent_run_id: string | null;
            progress: {
                fraction: number;
                phase: string;
            };
            /**
             * @description Status of the full report
             * @enum {string}
             */
            report_status: "absent" | "queued" | "rendering" | "ready" | "failed";
            /** @description Id of the job: run_…, mc_… or bt_… */
            run_id: string;
            started_at: string | null;
            /** @enum {string} */
            status: "queued" | "running" | "uploading" | "succeeded" | "failed" | "cancelled";
            tags: string[];
            uploading_at: string | null;
        };
        ActiveJobPage: {
            items: components["schemas"]["ActiveJob"][];
            next_cursor: string | null;
        };
        ApiClient: {
            /** Format: date-time */
            created_at: string;
            description: string | null;
            id: string;
            name: string;
        };
        ApiClientChange: {
            description?: string | null;
            name?: string;
        };
        ApiClientList: {
            items: components["schemas"]["ApiClient"][];
            next_cursor: string | null;
        };
        ApiClientRequest: {
            description?: string | null;
            name: string;
        };
        ApiKey: {
            client_id: string;
            /** Format: date-time */
            created_at: string;
            id: string;
            last_used_at: string | null;
            name: string;
            /** @description How the key begins; its secret is not part of it. */
            prefix: string;
            scopes: ("jobs:read" | "jobs:write" | "jobs:*" | "*")[];
        };
        ApiKeyChange: {
            name?: string;
            scopes?: ("jobs:read" | "jobs:write" | "jobs:*" | "*")[];
        };
        ApiKeyList: {
            items: components["schemas"]["ApiKey"][];
            next_cursor: string | null;
        };
        ApiKeyRequest: {
            client_id: string;
            name: string;
            /** @description What the key may do: `jobs:read` reads runs and their files, `jobs:write` also submits and manages runs, `jobs:*` covers all of runs, `*` everything. `jobs:read` and `jobs:write` if absent */
            scopes?: ("jobs:read" | "jobs:write" | "jobs:*" | "*")[];
        };
        Artifact: {
            /** @description Null where the file is made when it is first opened, which may take some seconds */
            bytes: number | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            media_type: string;
            name: string;
            /** @description Null together with `bytes` */
            sha256: string | null;
            /**
             * Format: uri
             * @description Opens the file without a credential
             */
            url: string;
        };
        ArtifactPage: {
            items: components["schemas"]["Artifact"][];
            next_cursor: string | null;
        };
        AuthorizationAnswer: {
            /** @description Address with which the browser brings the answer to the connector */
            redirect_to: string;
        };
        AuthorizationDecision: {
            /** @description Scopes that the person allows, some or all of those asked for; none refuses the request */
            scopes: ("jobs:read" | "jobs:write" | "catalogue:read" | "rules:check" | "lists:read" | "analysis:write")[];
        };
        AuthorizationRequest: {
            /** @description Host whose document describes the connector; null for one that only registered itself */
            client_host: string | null;
            client_id: string;
            /** @description Name that the connector gives itself, which nobody checked */
            client_name: string | null;
            /** Format: date-time */
            expires_at: string;
            /** @description Whether the answer goes to a program on the person's own machine, which could be any program */
            is_loopback: boolean;
            /** @description Host of the address to which the answer goes */
            redirect_host: string;
            scopes: {
                /** @description Whether consent names the scope apart from the others */
                is_apart: boolean;
                /** @enum {string} */
                scope: "jobs:read" | "jobs:write" | "catalogue:read" | "rules:check" | "lists:read" | "analysis:write";
                sentence: string;
            }[];
        };
        AuthorizationServer: {
            authorization_endpoint: string;
            authorization_response_iss_parameter_supported: boolean;
            client_id_metadata_document_supported: boolean;
            code_challenge_methods_supported: string[];
            grant_types_supported: string[];
            issuer: string;
            protected_resources: string[];
            registration_endpoint: string;
            response_modes_supported: string[];
            response_types_supported: string[];
            revocation_endpoint: string;
            revocation_endpoint_auth_methods_supported: string[];
            scopes_supported: string[];
            token_endpoint: string;
            token_endpoint_auth_methods_supported: string[];
        };
        Backtest: {
            backtest_run_id: string;
            config: components["schemas"]["BacktestConfig"];
            /** Format: date-time */
            created_at: string;
            error: {
                /** @description Why it failed: insufficient_history, too_many_rebalances, market_data_unavailable, constraints_infeasible, methods_failed, out_of_memory, worker_lost, input_lost, internal */
                code: string;
                conflict?: {
                    /** @description Changes of limits of the request that together let all rules be met, with the smallest sum; empty where they do not fit */
                    joint_relaxation: {
                        family: string;
                        from: number;
                        /** @enum {string} */
                        limit: "min" | "max";
                        rule: string | null;
                        to: number | null;
                    }[];
                    /** @description Whether no smaller set of rules is in conflict */
                    minimum: boolean;
                    /** @description For each limit of these rules the smallest change that alone lets all rules be met; null where no change does. Limits are left out where there are too many to compute or to list, or where a change is not proven */
                    relaxation: {
                        family: string;
                        from: number;
                        /** @enum {string} */
                        limit: "min" | "max";
                        rule: string | null;
                        to: number | null;
                    }[];
                    /** @description Rules that cannot be met together; without any one of them the others can. Empty where the search for them ended early. Where they do not fit into an answer, the last entry counts the remaining rules and names no family */
                    rules: {
                        detail: string;
                        family: string;
                        rule: string | null;
                    }[];
                };
                detail: string;
                /** @description Doubts about the data and the numbers of the run, which may say why no method has an answer: the most severe first, as many as fit into 8 KiB. Absent without any */
                doubts?: components["schemas"]["Doubt"][];
            } | null;
            finished_at: string | null;
            name: string | null;
            /** @description Id of the run that the job is based on */
            parent_run_id: string;
            progress: {
                fraction: number;
                phase: string;
            };
            /** @description Empty before success; without a spreadsheet if it would have more than 500,000 cells */
            report_links: components["schemas"]["BacktestReportLink"][];
            started_at: string | null;
            /** @enum {string} */
            status: "queued" | "running" | "uploading" | "succeeded" | "failed" | "cancelled";
            /** @description Null before success */
            summary: components["schemas"]["BacktestSummary"] | null;
            uploading_at: string | null;
        };
        /** @description The config that the backtest was submitted with. Null in a list if it is larger than 4 KiB, and in the answer to a request that was repeated with its Idempotency-Key after the backtest was deleted; the other fields are then those of the accepted backtest, with `status` queued */
        BacktestConfig: {
            /** @description What the backtest is compared with: the run's own benchmark by its name, an asset of the run, or weights of its assets; the run's benchmark if absent */
            benchmark?: (string | {
                /** @description Weights of the run's assets, fractions: {asset: weight} */
                weights: {
                    [key: string]: number;
                };
            }) | null;
            /**
             * @description Cost of trading, in basis points of the traded amount: 10 are 0.1 percent
             * @default 0
             */
            cost_bps: number;
            /**
             * @description Whether weights move with prices between rebalances; if not, they are restored after each return without cost
             * @default true
             */
            drift: boolean;
            /** @description Last day whose return the backtest earns; the last of the history if absent */
            end_date?: string;
            /**
             * @description Whether each train window begins at the first return and grows; if not, its length stays and it moves on
             * @default false
             */
            expanding: boolean;
            /**
             * @description Worth of the portfolio at the start, in money
             * @default 1
             */
            initial_capital: number;
            methods: components["schemas"]["ConfigMethod"][];
            /** @description Name under which the backtest is listed */
            name?: string;
            /** @description Number of returns between two rebalances; a month of them if absent, and 1 for yearly returns. At most 5000 rebalances, counted over all methods; fewer where the run has more than about 700 assets */
            rebalance_every?: number;
            /**
             * @description Loss by worse prices when trading, in basis points of the traded amount; added to the cost
             * @default 0
             */
            slippage_bps: number;
            /** @description First day whose return the backtest earns; the returns of the train window stand before it. Left out, the first returns of the history train */
            start_date?: string;
            /** @description Number of returns before each rebalance from which its weights are computed; a year of them if absent */
            train_window?: number;
        } | null;
        BacktestPage: {
            items: components["schemas"]["Backtest"][];
            next_cursor: string | null;
        };
        BacktestReportLink: {
            /** Format: date-time */
            expires_at: string;
            /** @enum {string} */
            kind: "section" | "pdf" | "xlsx";
            /**
             * Format: uri
             * @description Opens the report without a credential
             */
            url: string;
        };
        BacktestRequest: {
            /** @description What the backtest is compared with: the run's own benchmark by its name, an asset of the run, or weights of its assets; the run's benchmark if absent */
            benchmark?: (string | {
                /** @description Weights of the run's assets, fractions: {asset: weight} */
                weights: {
                    [key: string]: number;
                };
            }) | null;
            /**
             * @description Cost of trading, in basis points of the traded amount: 10 are 0.1 percent
             * @default 0
             */
            cost_bps?: number;
            /**
             * @description Whether doubts of severity `wrong` are told in the result (`tell`) or refuse the request with 422 (`refuse`)
             * @default tell
             * @enum {string}
             */
            doubts?: "tell" | "refuse";
            /**
             * @description Whether weights move with prices between rebalances; if not, they are restored after each return without cost
             * @default true
             */
            drift?: boolean;
            /** @description Last day whose return the backtest earns; the last of the history if absent */
            end_date?: string;
            /**
             * @description Whether each train window begins at the first return and grows; if not, its length stays and it moves on
             * @default false
             */
            expanding?: boolean;
            /**
             * @description Worth of the portfolio at the start, in money
             * @default 1
             */
            initial_capital?: number;
            /** @description Keys of the run's methods, ids, or methods with their parameters; the run's methods if absent */
            methods?: (string | components["schemas"]["Method"])[];
            /** @description Name under which the backtest is listed */
            name?: string;
            /** @description Number of returns between two rebalances; a month of them if absent, and 1 for yearly returns. At most 5000 rebalances, counted over all methods; fewer where the run has more than about 700 assets */
            rebalance_every?: number;
            /**
             * @description Loss by worse prices when trading, in basis points of the traded amount; added to the cost
             * @default 0
             */
            slippage_bps?: number;
            /** @description First day whose return the backtest earns; the returns of the train window stand before it. Left out, the first returns of the history train */
            start_date?: string;
            /** @description Number of returns before each rebalance from which its weights are computed; a year of them if absent */
            train_window?: number;
        };
        BacktestSection: {
            benchmark: {
                /** @description Fall from the highest equity so far, the initial capital included, as a positive fraction */
                drawdown: number[];
                /** @description Wealth at the end of each period, in units of `initial_capital` */
                equity: number[];
                id: string;
                /** @description The turnover of a portfolio is the mean turnover of its rebalances, the first purchase included */
                metrics: {
                    [key: string]: number | null;
                };
                /** @description Empty: the benchmark is not traded */
                rebalances: {
                    /** @description The assets that took part, of a run with `history: "available"`: those with every return of the train window; absent in other runs, whose assets all take part */
                    assets?: string[];
                    /** @description Cost of the rebalance as a fraction of the wealth before it, taken from this date's return */
                    cost: number;
                    date: string;
                    detail: string | null;
                    /** @description The holdings whose series ended before the next rebalance, sold at the last price: `date` is the first day without a return, whose return bears the cost. Absent like `assets` */
                    sold?: {
                        asset: string;
                        date: string;
                    }[];
                    /** @enum {string} */
                    status: "optimal" | "computed" | "not_proven" | "infeasible" | "unbounded" | "failed";
                    /** @description Half the sum of the absolute changes of the weights */
                    turnover: number;
                    /** @description Weights held from this date's return on; the weights held before where the method failed */
                    weights: {
                        [key: string]: number;
                    };
                }[];
                return_type: ("price" | "total") | null;
                /** @description Compounded, by month, as `2023-01` */
                returns_by_month: {
                    [key: string]: number;
                };
                /** @description Compounded, by calendar year, as `2023` */
                returns_by_year: {
                    [key: string]: number;
                };
                /** @description Annual figures of the last `window` returns at each date; null until there are so many, and where undefined */
                rolling: {
                    sharpe_ratio: (number | null)[];
                    volatility: (number | null)[];
                    window: number;
                };
            } | null;
            /** @description The fields of the request for the backtest, with every default filled in */
            config: {
                [key: string]: unknown;
            };
            /** @description The last day of each return, from the return of the first rebalance on */
            dates: string[];
            /** @description Doubts about the numbers of the request, about those that it takes from its run and about the data of the run, the most severe first; none of them changed the answer. `evidence.pointer` leads into the config, or into that of the run where only that has the field. Absent within a run, whose doubts stand in `data.doubts`, and in results of earlier versions */
            doubts?: components["schemas"]["Doubt"][];
            methods: {
                /** @description Fall from the highest equity so far, the initial capital included, as a positive fraction */
                drawdown: number[];
                /** @description Wealth at the end of each period, in units of `initial_capital` */
                equity: number[];
                key: string;
                method: string;
                /** @description The turnover of a portfolio is the mean turnover of its rebalances, the first purchase included */
                metrics: {
                    [key: string]: number | null;
                };
                rebalances: {
                    /** @description The assets that took part, of a run with `history: "available"`: those with every return of the train window; absent in other runs, whose assets all take part */
                    assets?: string[];
                    /** @description Cost of the rebalance as a fraction of the wealth before it, taken from this date's return */
                    cost: number;
                    date: string;
                    detail: string | null;
                    /** @description The holdings whose series ended before the next rebalance, sold at the last price: `date` is the first day without a return, whose return bears the cost. Absent like `assets` */
                    sold?: {
                        asset: string;
                        date: string;
                    }[];
                    /** @enum {string} */
                    status: "optimal" | "computed" | "not_proven" | "infeasible" | "unbounded" | "failed";
                    /** @description Half the sum of the absolute changes of the weights */
                    turnover: number;
                    /** @description Weights held from this date's return on; the weights held before where the method failed */
                    weights: {
                        [key: string]: number;
                    };
                }[];
                /** @description Compounded, by month, as `2023-01` */
                returns_by_month: {
                    [key: string]: number;
                };
                /** @description Compounded, by calendar year, as `2023` */
                returns_by_year: {
                    [key: string]: number;
                };
                /** @description Annual figures of the last `window` returns at each date; null until there are so many, and where undefined */
                rolling: {
                    sharpe_ratio: (number | null)[];
                    volatility: (number | null)[];
                    window: number;
                };
            }[];
        };
        BacktestSummary: {
            benchmark: {
                id: string;
                metrics: {
                    [key: string]: number | null;
                };
                return_type: ("price" | "total") | null;
            } | null;
            /** @description Doubts about the numbers of the request, about those that it takes from its run and about the data of the run, the most severe first; none of them changed the answer. `evidence.pointer` leads into the config, or into that of the run where only that has the field. Absent within a run, whose doubts stand in `data.doubts`, and in results of earlier versions */
            doubts?: components["schemas"]["Doubt"][];
            methods: {
                key: string;
                method: string;
                metrics: {
                    [key: string]: number | null;
                };
            }[];
        };
        /** @description The run and the method with the best value, the earlier run where values are equal; null where no run has the metric */
        BestMethod: {
            method: string;
            run_id: string;
            value: number;
        } | null;
        Billing: {
            meters: components["schemas"]["Meter"][];
            period: {
                /** Format: date-time */
                end: string;
                /** Format: date-time */
                start: string;
            };
            /** @enum {string} */
            plan: "free" | "pro" | "enterprise";
            /** @description Jobs of the account that run at the same time; further ones wait in the queue */
            running_jobs: {
                /** @description Null is unlimited */
                limit: number | null;
            };
            /** @description Bytes that the account's runs, simulations and backtests hold until they are deleted */
            storage_bytes: {
                /** @description Null is unlimited */
                limit: number | null;
                used: number;
            };
        };
        /**
         * Black-Litterman
         * @description Starts from the equilibrium returns, which are the returns that assets should earn if the market is to hold them in its present weights, and moves them towards views. A view is the annual return of an asset, or of one asset less another, with a confidence. A view of confidence 1 holds exactly, and a view of confidence 0 changes nothing. A single view moves the return of its portfolio towards the view by the fraction that its confidence is. Tau scales the uncertainty of the equilibrium and of the views alike, and so cancels. The covariance does not change, unless `posterior_covariance` is true: the covariance of the run is then S + M, where M is that of the expected returns after the views and grows in proportion to tau. The equilibrium still comes from S. All that uses the covariance of the run uses S + M: methods, rules, the frontier, `estimates.covariance`, shares of volatility, the diversification ratio, and simulations by moments. Figures of the history, such as `annual_volatility`, and measures of scenarios do not change.
         *
         *     Formula: `p + tau S P' (tau P S P' + O)^-1 (q - P p), p = rf + risk_aversion S w, O diagonal with tau (1/confidence - 1) of each view's own P S P', w = market_weights / their sum; with posterior_covariance S + M, M = ((tau S)^-1 + P' O^-1 P)^-1`
         *
         *     Reference: Black, F. and Litterman, R. (1992), Global Portfolio Optimization, Financial Analysts Journal 48(5), 28-43; Idzorek, T. (2005), A step-by-step guide to the Black-Litterman model; He, G. and Litterman, R. (2002), The intuition behind Black-Litterman model portfolios, SSRN 334304
         */
        BlackLittermanExpectedReturns: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            estimator: "black_litterman";
            /** @description Weights or capitalisations of the assets in the market; an asset that is left out has 0 */
            market_weights: {
                [key: string]: number;
            };
            /**
             * @description Whether the run uses the covariance S + M, which counts the uncertainty M of the expected returns after the views as risk; needs a view
             * @default false
             */
            posterior_covariance?: boolean;
            /**
             * @description The excess return that the market demands per unit of variance
             * @default 2.5
             */
            risk_aversion?: number;
            /**
             * @description The uncertainty of the equilibrium returns, as a fraction of the covariance
             * @default 0.05
             */
            tau?: number;
            /**
             * @description Portfolios of `assets` by their loadings, the annual `return` that each is expected to have, and the `confidence` in it from 0 to 1
             * @default []
             */
            views?: {
                /** @description Loadings (weights) of the portfolio whose return the view predicts: {asset: loading} */
                assets: {
                    [key: string]: number;
                };
                /** @description Confidence in the view, from 0 to 1 */
                confidence: number;
                /** @description Annual total return that the view predicts, a fraction, not the excess over the risk-free rate */
                return: number;
            }[];
        };
        /**
         * Budget
         * @description The smallest and the largest sum of the weights, both 1 by default. The rest up to 1 is cash.
         *
         *     Formula: `min ≤ Σ w_i ≤ max`
         *
         *     Reference: Markowitz (1952), Portfolio selection, Journal of Finance 7
         */
        Budget: {
            /** @description The largest sum of all weights, a fraction of the portfolio; the rest up to 1 is cash */
            max?: number;
            /** @description The smallest sum of all weights, a fraction of the portfolio; the rest up to 1 is cash */
            min?: number;
        };
        /**
         * Capital asset pricing model
         * @description The return that an asset should earn for the risk that it shares with the market: the risk-free rate, plus its beta times the excess return of the run's benchmark over that rate.
         *
         *     Formula: `rf + b_i (mean(x) - rf), b_i = cov(r_i, x) / var(x), x the returns of the benchmark`
         *
         *     Reference: Sharpe, W. F. (1964), Capital Asset Prices: A Theory of Market Equilibrium under Conditions of Risk, The Journal of Finance 19(3), 425-442
         */
        CapmExpectedReturns: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            estimator: "capm";
        };
        /**
         * Cardinality
         * @description The smallest and the largest number of assets that are held, among all assets and within single groups, which the rules of groups must name. An asset is held when the size of its weight is at least min_position, or 1e-4 without min_position; every other weight is exactly 0. With short selling every weight needs finite limits.
         *
         *     Formula: `min ≤ number of i with w_i ≠ 0 ≤ max`
         *
         *     Reference: Chang, Meade, Beasley, Sharaiha (2000), Heuristics for cardinality constrained portfolio optimisation, Computers and Operations Research 27
         */
        Cardinality: {
            /** @description Limits on the numbers of assets of single groups */
            groups?: {
                /** @description Name of a group of the family groups */
                group: string;
                /** @description The largest number of assets of the group that are held */
                max?: number;
                /** @description The smallest number of assets of the group that are held */
                min?: number;
            }[];
            /** @description The largest number of assets that are held */
            max?: number;
            /** @description The smallest number of assets that are held */
            min?: number;
        };
        ClassificationMap: {
            /** Format: date-time */
            created_at: string;
            description: string | null;
            /** @description Groups in the order of their names */
            groups: {
                /** @description Number of assets in the group */
                assets: number;
                name: string;
            }[];
            map: {
                [key: string]: string;
            };
            map_id: string;
            name: string;
            /** @description 1 at first, and one higher after each replacement */
            revision: number;
            /** Format: date-time */
            updated_at: string;
        };
        ClassificationMapList: {
            items: components["schemas"]["ClassificationMap"][];
            next_cursor: string | null;
        };
        ClassificationMapRequest: {
            description?: string | null;
            /** @description The group of each asset: {asset: group} */
            map: {
                [key: string]: string;
            };
            name: string;
        };
        ComparedMethod: {
            /** @description Null where the method is not picked, or where the run has no history */
            curve: {
                /** @description Cumulative return, 0 at the first date */
                cumulative_return: number[];
                /** @description Dates common to all runs of the comparison */
                dates: string[];
                /** @description Fall from the highest wealth since the first date */
                drawdown: number[];
            } | null;
            /** @description `(none)` has the sum of the weights of assets in no group; null without `groups` */
            group_weights: {
                [key: string]: number;
            } | null;
            key: string;
            method: string;
            metrics: {
                [key: string]: number | null;
            } | null;
            weights: {
                [key: string]: number;
            } | null;
        };
        ComparedRun: {
            deleted: boolean;
            /** @description Doubts about the data and numbers of the run, as in its result; empty for a deleted run */
            doubts: components["schemas"]["Doubt"][];
            /** @description Empty for a deleted run */
            methods: components["schemas"]["ComparedMethod"][];
            name: string | null;
            run_id: string;
        };
        Comparison: {
            comparison_id: string;
            /** Format: date-time */
            created_at: string;
            name: string;
            /** @description The id of a deleted run keeps its place */
            run_ids: string[];
            /** Format: date-time */
            updated_at: string;
        };
        ComparisonChange: {
            name?: string;
            /** @description Ids of different runs that have succeeded */
            run_ids?: string[];
        };
        ComparisonList: {
            items: components["schemas"]["Comparison"][];
            next_cursor: string | null;
        };
        ComparisonRequest: {
            name: string;
            /** @description Ids of different runs that have succeeded */
            run_ids: string[];
        };
        ComparisonSurface: {
            items: components["schemas"]["ComparedRun"][];
            next_cursor: string | null;
        };
        /**
         * Concentration
         * @description The smallest effective number of assets: the square of the sum of the weights divided by the sum of their squares, which is 1 / sum of squares at a budget of 1. Equal weights of k assets have an effective number of k.
         *
         *     Formula: `(Σ w_i)² / Σ w_i² ≥ min_effective_assets`
         *
         *     Reference: Woerheide, Persson (1993), An index of portfolio diversification, Financial Services Review 2
         */
        Concentration: {
            /** @description The smallest effective number of assets: k equal weights have k, and uneven ones fewer */
            min_effective_assets: number;
        };
        ConfigMethod: {
            key: string;
        } & components["schemas"]["Method"];
        ConnectorGrant: {
            /** @description Number of calls that the connector made */
            calls: number;
            client_id: string;
            client_name: string | null;
            /** Format: date-time */
            granted_at: string;
            /** @description null until the connector has used it */
            last_used_at: string | null;
            scopes: ("jobs:read" | "jobs:write" | "catalogue:read" | "rules:check" | "lists:read" | "analysis:write" | "jobs:*" | "*")[];
        };
        ConnectorGrantList: {
            items: components["schemas"]["ConnectorGrant"][];
            next_cursor: string | null;
        };
        ConnectorRegistration: {
            client_name?: string | null;
            grant_types?: string[] | null;
            /** @description HTTPS addresses, or HTTP addresses of the client's own machine, whose port may then differ */
            redirect_uris: string[];
            response_types?: string[] | null;
            /**
             * @default client_secret_basic
             * @enum {string}
             */
            token_endpoint_auth_method?: "none" | "client_secret_basic" | "client_secret_post";
        };
        ConnectorRevocationForm: {
            client_id?: string;
            client_secret?: string;
            token?: string;
            token_type_hint?: string;
        };
        ConnectorTokenForm: {
            client_id?: string;
            client_secret?: string;
            code?: string;
            code_verifier?: string;
            grant_type?: string;
            redirect_uri?: string;
            refresh_token?: string;
            resource?: string;
            scope?: string;
        };
        ConnectorTokens: {
            access_token: string;
            expires_in: number;
            refresh_token: string;
            scope: string;
            /** @constant */
            token_type: "Bearer";
        };
        ConstraintCapability: {
            families: components["schemas"]["DescribedFamily"][];
            methods: components["schemas"]["MethodCapability"][];
        };
        Constraints: {
            budget?: components["schemas"]["Budget"];
            cardinality?: components["schemas"]["Cardinality"];
            concentration?: components["schemas"]["Concentration"];
            exposure?: components["schemas"]["Exposure"];
            factor_exposure?: components["schemas"]["FactorExposure"];
            groups?: components["schemas"]["Groups"];
            linear?: components["schemas"]["Linear"];
            locked?: components["schemas"]["Locked"];
            min_position?: components["schemas"]["MinPosition"];
            min_return?: components["schemas"]["MinReturn"];
            risk_limits?: components["schemas"]["RiskLimits"];
            tracking_error?: components["schemas"]["TrackingError"];
            transaction_costs?: components["schemas"]["TransactionCosts"];
            turnover?: components["schemas"]["Turnover"];
            weight_bounds?: components["schemas"]["WeightBounds"];
        };
        /** CovarianceEstimator */
        CovarianceEstimator: components["schemas"]["SampleCovariance"] | components["schemas"]["EwmaCovariance"] | components["schemas"]["LedoitWolfCovariance"] | components["schemas"]["LedoitWolfConstantCorrelationCovariance"] | components["schemas"]["OasCovariance"] | components["schemas"]["GerberCovariance"] | components["schemas"]["DenoisedCovariance"] | components["schemas"]["DetonedCovariance"] | components["schemas"]["SemiCovariance"] | components["schemas"]["FactorModelCovariance"] | components["schemas"]["GivenCovariance"];
        CreatedApiKey: {
            client_id: string;
            /** Format: date-time */
            created_at: string;
            id: string;
            /** @description The API key itself: shown here and never again. */
            key: string;
            name: string;
            scopes: ("jobs:read" | "jobs:write" | "jobs:*" | "*")[];
        };
        /**
         * Critical line algorithm
         * @description All efficient portfolios at once: between two corner portfolios the weights are linear in the return. The corner portfolios are listed in efficient_frontier, and the weights of the method are those of the target portfolio.
         *
         *     Formula: `every corner of the w(p) that minimise ½ w'Sw - p m'w, p ≥ 0, and of them the largest (m'w - rf) / sqrt(w'Sw), or the least w'Sw`
         *
         *     Reference: Markowitz (1956), The optimization of a quadratic function subject to linear constraints, Naval Research Logistics Quarterly 3; Bailey, López de Prado (2013), An open-source implementation of the critical-line algorithm, Algorithms 6
         *
         *     Constraint families: `weight_bounds`, `groups`, `linear`, `budget`, `min_return`, `factor_exposure`, `locked`
         */
        CriticalLineMethod: {
            /** @description As in Method */
            constraints?: {
                [key: string]: unknown;
            };
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "critical_line";
            /**
             * @description The portfolio of the frontier that the method returns
             * @default max_sharpe
             * @enum {string}
             */
            target?: "max_sharpe" | "min_volatility";
        };
        Dashboard: {
            /** @description The 50 assets that the largest numbers of succeeded runs hold */
            assets: {
                asset: string;
                /** @description Mean over the methods of the runs that hold the asset */
                mean_weight: number;
                runs: number;
            }[];
            /** @description The largest value of each ratio and of the return, the smallest value of each other metric */
            best: {
                annual_return: components["schemas"]["BestMethod"];
                annual_volatility: components["schemas"]["BestMethod"];
                calmar_ratio: components["schemas"]["BestMethod"];
                conditional_value_at_risk: components["schemas"]["BestMethod"];
                max_drawdown: components["schemas"]["BestMethod"];
                sharpe_ratio: components["schemas"]["BestMethod"];
                sortino_ratio: components["schemas"]["BestMethod"];
            };
            /** Format: date-time */
            computed_at: string;
            /** @description The 50 newest insights that were not dismissed */
            insights: components["schemas"]["Insight"][];
            /** @description Methods of runs that succeeded, the most frequent first */
            methods: {
                /** @description The run with the largest Sharpe ratio */
                best_run_id: string | null;
                median_sharpe_ratio: number | null;
                method: string;
                runs: number;
            }[];
            runs: {
                by_market: {
                    CUSTOM: number;
                    IN: number;
                    MF: number;
                    US: number;
                };
                by_mode: {
                    construct: number;
                    rebalance: number;
                };
                by_status: {
                    cancelled: number;
                    failed: number;
                    queued: number;
                    running: number;
                    succeeded: number;
                    uploading: number;
                };
                /** @description Runs by the UTC day on which they were accepted, up to today, oldest first */
                last_30_days: {
                    date: string;
                    runs: number;
                }[];
                /** @description Number of runs */
                total: number;
            };
            /** @description Bytes of the artifacts of runs, simulations and backtests */
            storage_bytes: number;
        };
        /**
         * Denoised covariance
         * @description Some eigenvalues of the correlations are so small that returns without any correlation could have them in so short a history, by the law of Marchenko and Pastur. These eigenvalues are replaced by their mean. Variances do not change.
         *
         *     Formula: `correlations V diag(l) V', l_k <= (1 + sqrt(n/T))^2 replaced by their mean, scaled to a diagonal of 1`
         *
         *     Reference: López de Prado, M. (2020), Machine Learning for Asset Managers, section 2.5, Cambridge University Press
         */
        DenoisedCovariance: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            estimator: "denoised";
        };
        DescribedDoubt: {
            id: string;
            meaning: string;
            /** @enum {string} */
            severity: "wrong" | "check" | "note";
        };
        DescribedEstimator: {
            /** @description Whether `history: "available"` takes the estimator: it can use the returns that each asset and each pair of assets has, or needs no history */
            by_pairs: boolean;
            /** @description Markdown: a description, the formula and its source */
            description: string;
            id: string;
            name: string;
            /** @description Whether the returns must stand in the order of their dates, so that it is refused with scenarios */
            needs_dates: boolean;
            /** @description Whether the returns themselves are read. A method that reads them needs those of all assets on the same days, so that it is refused with `history: "available"` and with moments */
            needs_history: boolean;
            parameters: components["schemas"]["DescribedField"][];
            /** @description Whether it weighs scenarios by their probabilities; if not, it is refused where they are not equal */
            weighs_probabilities: boolean;
        };
        DescribedFamily: {
            /** @description Markdown: a description of the rules, their formula and its source */
            description: string;
            /** @description The family and the fields within it, named by their path in `constraints` */
            fields: components["schemas"]["DescribedField"][];
            /** @enum {string} */
            id: "weight_bounds" | "groups" | "linear" | "budget" | "exposure" | "turnover" | "transaction_costs" | "tracking_error" | "risk_limits" | "min_return" | "factor_exposure" | "concentration" | "cardinality" | "min_position" | "locked";
            /**
             * @description Whether limits and values of the rules are fractions, which are shown in percent, or numbers of another unit
             * @enum {string}
             */
            limits_in: "fraction" | "number";
            name: string;
        };
        DescribedField: {
            /** @description The words that the field accepts; null where it is not a choice of words */
            choices: string[] | null;
            /** @description Null where there is no default */
            default: (string | number | boolean | unknown[] | {
                [key: string]: unknown;
            }) | null;
            description: string | null;
            /** @description Whether the value `max` itself is refused */
            exclusive_max: boolean;
            /** @description Whether the value `min` itself is refused */
            exclusive_min: boolean;
            max: number | null;
            /** @description The least value; for a text the least number of characters, for a list the least number of items */
            min: number | null;
            name: string;
            required: boolean;
            /** @description number, integer, string, boolean, object or array; several with `or` between them */
            type: string;
        };
        DescribedMeasure: {
            /** @description Whether its values are annual; others are per period, or of all dates */
            annual: boolean;
            /** @description Markdown: a description, the formula and its source */
            description: string;
            id: string;
            /** @description Name of its value among the metrics, and of the objective of methods */
            metric: string;
            name: string;
            /** @description Whether the returns must stand in the order of their dates, so that it is refused with scenarios */
            needs_dates: boolean;
            /** @description Whether the returns themselves are read. A method that reads them needs those of all assets on the same days, so that it is refused with `history: "available"` and with moments */
            needs_history: boolean;
            parameters: components["schemas"]["DescribedField"][];
            /** @description Whether its unit is the square of a return, so that its values are not percentages */
            squared: boolean;
            /** @description Whether it weighs scenarios by their probabilities; if not, it is refused where they are not equal */
            weighs_probabilities: boolean;
        };
        DescribedMetric: {
            /** @description Whether its values are annual; others are per period, or of the history */
            annual: boolean;
            /** @description Markdown: a description, the formula and its source */
            description: string;
            /** @description Whether its values are fractions, which are shown in percent; others are numbers without a unit */
            fraction: boolean;
            id: string;
            name: string;
        };
        /**
         * Detoned covariance
         * @description The component that moves all assets together, the market, is removed from the correlations, so that the rest shows how assets differ from the market. Variances do not change. The market itself has no volatility in this estimate, so that a ratio to volatility may have no maximum.
         *
         *     Formula: `correlations less l_1 v_1 v_1' of the largest eigenvalue, scaled to a diagonal of 1`
         *
         *     Reference: López de Prado, M. (2020), Machine Learning for Asset Managers, section 2.6, Cambridge University Press
         */
        DetonedCovariance: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            estimator: "detoned";
        };
        Doubt: {
            /** @description The assets that the doubt is about; empty if about no single one */
            assets: string[];
            /** @description Id of the kind of the doubt, as in the catalogue */
            code: string;
            detail: string;
            /** @description What the doubt rests on; `pointer` is the place in the request body, where there is one */
            evidence: {
                [key: string]: string | number | boolean | null | (string | number)[];
            };
            /**
             * @description `wrong`: can hardly be what is meant; `check`: something else may be meant; `note`: says what was done or taken for what
             * @enum {string}
             */
            severity: "wrong" | "check" | "note";
        };
        /**
         * Distributionally robust CVaR
         * @description The worst case of expected loss and CVaR over every distribution of returns within a Wasserstein ball about the history, of order 1 and the 1-norm. A larger radius spreads the weights.
         *
         *     Formula: `minimise -m'w + risk_aversion CVaR(x) + radius (1 + risk_aversion / (1 - confidence)) max |w_i|`
         *
         *     Reference: Mohajerin Esfahani, Kuhn (2018), Data-driven distributionally robust optimization using the Wasserstein metric, Mathematical Programming 171
         *
         *     Constraint families: `weight_bounds`, `groups`, `linear`, `budget`, `exposure`, `turnover`, `transaction_costs`, `tracking_error`, `risk_limits`, `min_return`, `factor_exposure`, `concentration`, `cardinality`, `min_position`, `locked`
         */
        DrCvarMethod: {
            /**
             * @description 1 - confidence is the fraction of periods, the worst ones, that the measure looks at
             * @default 0.95
             */
            confidence?: number;
            /** @description As in Method */
            constraints?: {
                [key: string]: unknown;
            };
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "dr_cvar";
            /**
             * @description How far the true distribution may be from the history, as a return per period
             * @default 0.001
             */
            radius?: number;
            /**
             * @description The price of the conditional value at risk
             * @default 1
             */
            risk_aversion?: number;
        };
        EfficientFrontierConfig: {
            /**
             * @description upper: from the portfolio of least risk to the largest return. both: the lower half too, from the least return up to the portfolio of least risk, before the upper one
             * @default upper
             * @enum {string}
             */
            branch: "upper" | "both";
            /** @description 1 - confidence is the fraction of periods, the worst ones, that the measure looks at */
            confidence?: number;
            /** @description How close the measure is to the loss of the worst period; towards 0 it becomes the entropic measure */
            kappa?: number;
            /**
             * @description The name of the measure of risk
             * @default volatility
             * @enum {string}
             */
            measure: "volatility" | "variance" | "semideviation" | "mad" | "gini" | "cvar" | "evar" | "worst_realization" | "average_drawdown" | "max_drawdown" | "cdar" | "edar" | "ulcer_index" | "square_root_kurtosis" | "square_root_semikurtosis" | "even_moment" | "even_semimoment" | "first_lower_partial_moment" | "second_lower_partial_moment" | "tail_gini" | "relativistic_value_at_risk" | "relativistic_drawdown_at_risk" | "range" | "cvar_range" | "tail_gini_range" | "evar_range" | "rlvar_range";
            /** @description Half the exponent of the deviations */
            order?: number;
            /**
             * @description The number of points of each half: at most 500, and 250 of each where both halves are asked for
             * @default 50
             */
            points: number;
            /** @description The return per period below which a shortfall begins */
            target?: number;
        } & ({
            confidence?: never;
            kappa?: never;
            /** @enum {string} */
            measure?: "volatility" | "variance" | "semideviation" | "mad" | "gini" | "worst_realization" | "average_drawdown" | "max_drawdown" | "ulcer_index" | "square_root_kurtosis" | "square_root_semikurtosis" | "range";
            order?: never;
            target?: never;
        } | {
            kappa?: never;
            /** @enum {string} */
            measure: "cvar" | "evar" | "cdar" | "edar" | "tail_gini" | "cvar_range" | "tail_gini_range" | "evar_range";
            order?: never;
            target?: never;
        } | {
            confidence?: never;
            kappa?: never;
            /** @enum {string} */
            measure: "even_moment" | "even_semimoment";
            target?: never;
        } | {
            confidence?: never;
            kappa?: never;
            /** @enum {string} */
            measure: "first_lower_partial_moment" | "second_lower_partial_moment";
            order?: never;
        } | {
            /** @enum {string} */
            measure: "relativistic_value_at_risk" | "relativistic_drawdown_at_risk" | "rlvar_range";
            order?: never;
            target?: never;
        });
        EfficientFrontierRequest: {
            /**
             * @description upper: from the portfolio of least risk to the largest return. both: the lower half too, from the least return up to the portfolio of least risk, before the upper one
             * @default upper
             * @enum {string}
             */
            branch?: "upper" | "both";
            /** @description 1 - confidence is the fraction of periods, the worst ones, that the measure looks at */
            confidence?: number;
            /** @description How close the measure is to the loss of the worst period; towards 0 it becomes the entropic measure */
            kappa?: number;
            /**
             * @description The name of the measure of risk
             * @default volatility
             * @enum {string}
             */
            measure?: "volatility" | "variance" | "semideviation" | "mad" | "gini" | "cvar" | "evar" | "worst_realization" | "average_drawdown" | "max_drawdown" | "cdar" | "edar" | "ulcer_index" | "square_root_kurtosis" | "square_root_semikurtosis" | "even_moment" | "even_semimoment" | "first_lower_partial_moment" | "second_lower_partial_moment" | "tail_gini" | "relativistic_value_at_risk" | "relativistic_drawdown_at_risk" | "range" | "cvar_range" | "tail_gini_range" | "evar_range" | "rlvar_range";
            /** @description Half the exponent of the deviations */
            order?: number;
            /**
             * @description The number of points of each half: at most 500, and 250 of each where both halves are asked for
             * @default 50
             */
            points?: number;
            /** @description The return per period below which a shortfall begins */
            target?: number;
        } & ({
            confidence?: never;
            kappa?: never;
            /** @enum {string} */
            measure?: "volatility" | "variance" | "semideviation" | "mad" | "gini" | "worst_realization" | "average_drawdown" | "max_drawdown" | "ulcer_index" | "square_root_kurtosis" | "square_root_semikurtosis" | "range";
            order?: never;
            target?: never;
        } | {
            kappa?: never;
            /** @enum {string} */
            measure: "cvar" | "evar" | "cdar" | "edar" | "tail_gini" | "cvar_range" | "tail_gini_range" | "evar_range";
            order?: never;
            target?: never;
        } | {
            confidence?: never;
            kappa?: never;
            /** @enum {string} */
            measure: "even_moment" | "even_semimoment";
            target?: never;
        } | {
            confidence?: never;
            kappa?: never;
            /** @enum {string} */
            measure: "first_lower_partial_moment" | "second_lower_partial_moment";
            order?: never;
        } | {
            /** @enum {string} */
            measure: "relativistic_value_at_risk" | "relativistic_drawdown_at_risk" | "rlvar_range";
            order?: never;
            target?: never;
        });
        /**
         * Efficient return
         * @description The portfolio of least volatility whose expected annual return, less costs, is at least the target.
         *
         *     Formula: `minimise sqrt(w'Sw) with m'w at least target_return / periods of a year`
         *
         *     Reference: Markowitz (1952), Portfolio selection, Journal of Finance 7
         *
         *     Constraint families: `weight_bounds`, `groups`, `linear`, `budget`, `exposure`, `turnover`, `transaction_costs`, `tracking_error`, `risk_limits`, `min_return`, `factor_exposure`, `concentration`, `cardinality`, `min_position`, `locked`
         */
        EfficientReturnMethod: {
            /** @description As in Method */
            constraints?: {
                [key: string]: unknown;
            };
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "efficient_return";
            /** @description The least expected return, annual */
            target_return: number;
        };
        /**
         * Efficient risk
         * @description The portfolio with the largest expected return whose annual volatility is at most the target.
         *
         *     Formula: `maximise m'w with sqrt(w'Sw) at most target_volatility / sqrt(periods of a year)`
         *
         *     Reference: Markowitz (1952), Portfolio selection, Journal of Finance 7
         *
         *     Constraint families: `weight_bounds`, `groups`, `linear`, `budget`, `exposure`, `turnover`, `transaction_costs`, `tracking_error`, `risk_limits`, `min_return`, `factor_exposure`, `concentration`, `cardinality`, `min_position`, `locked`
         */
        EfficientRiskMethod: {
            /** @description As in Method */
            constraints?: {
                [key: string]: unknown;
            };
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "efficient_risk";
            /** @description The largest volatility, annual */
            target_volatility: number;
        };
        EmailVerification: {
            token: string;
        };
        /**
         * Equal weight
         * @description The same weight in every asset: a baseline that needs no estimates.
         *
         *     Formula: `w_i = 1 / n`
         *
         *     Reference: DeMiguel, Garlappi, Uppal (2009), Optimal versus naive diversification, Review of Financial Studies 22
         *
         *     Constraint families: none
         */
        EqualWeightMethod: {
            /** @description As in Method */
            constraints?: Record<string, never>;
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "equal_weight";
        };
        /**
         * Exponentially weighted covariance
         * @description A covariance in which each row of returns has decay times the weight of the next row, so that recent rows count most.
         *
         *     Formula: `sum(w_t (r_t - m)(r_t - m)'), m = sum(w_t r_t), w_t = decay^(T-1-t) / sum(decay^(T-1-s))`
         *
         *     Reference: J.P. Morgan and Reuters (1996), RiskMetrics: Technical Document, 4th edition
         */
        EwmaCovariance: {
            /**
             * @description The weight of a period as a fraction of the weight of the next period
             * @default 0.94
             */
            decay?: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            estimator: "ewma";
        };
        /**
         * Exponentially weighted mean
         * @description A mean in which each return has decay times the weight of the next return, so that recent returns count most.
         *
         *     Formula: `sum(decay^(T-1-t) r_t) / sum(decay^(T-1-t))`
         *
         *     Reference: J.P. Morgan and Reuters (1996), RiskMetrics: Technical Document, 4th edition
         */
        EwmaExpectedReturns: {
            /**
             * @description The weight of a period as a fraction of the weight of the next period
             * @default 0.94
             */
            decay?: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            estimator: "ewma";
        };
        /** ExpectedReturnsEstimator */
        ExpectedReturnsEstimator: components["schemas"]["HistoricalMeanExpectedReturns"] | components["schemas"]["EwmaExpectedReturns"] | components["schemas"]["JamesSteinExpectedReturns"] | components["schemas"]["CapmExpectedReturns"] | components["schemas"]["ShrunkEquilibriumExpectedReturns"] | components["schemas"]["BlackLittermanExpectedReturns"] | components["schemas"]["GivenExpectedReturns"];
        /**
         * Exposure
         * @description short allows weights below 0. gross_max limits the sum of the sizes of all weights, long_max the sum of the positive weights, short_max the sum of the sizes of the negative weights. borrow_fee is the annual cost of the negative weights. A period's part of it is subtracted from the expected return as transaction costs are, and from the returns of the metrics, the curves, the walk-forward and the simulated paths.
         *
         *     Formula: `Σ |w_i| ≤ gross_max, Σ max(w_i, 0) ≤ long_max, Σ max(-w_i, 0) ≤ short_max; m'w - Σ borrow_fee_i max(-w_i, 0) / periods of a year in place of m'w`
         *
         *     Reference: Jacobs, Levy, Markowitz (2005), Portfolio optimization with factors, scenarios, and realistic short positions, Operations Research 53
         */
        Exposure: {
            /** @description What it costs to hold a short weight for a year, as a fraction of its size: one number for all assets, or an object of assets, of which the others cost nothing. Needs short to be true */
            borrow_fee?: number | {
                [key: string]: number;
            };
            /** @description The largest sum of the sizes of all weights, a fraction of the portfolio */
            gross_max?: number;
            /** @description The largest sum of the weights above 0, a fraction of the portfolio */
            long_max?: number;
            /**
             * @description Whether weights may be below 0
             * @default false
             */
            short?: boolean;
            /** @description The largest sum of the sizes of the weights below 0, a fraction of the portfolio */
            short_max?: number;
        };
        /**
         * Factor exposure
         * @description The smallest and the largest exposure of the portfolio to a factor: the sum of the weights times the loadings of their assets. An asset without a loading on a factor has 0.
         *
         *     Formula: `min_f ≤ Σ loading_{i,f} w_i ≤ max_f`
         *
         *     Reference: Jacobs, Levy, Markowitz (2005), Portfolio optimization with factors, scenarios, and realistic short positions, Operations Research 53
         */
        FactorExposure: {
            /** @description The loadings of each asset on the factors: {asset: {factor: loading}} */
            loadings: {
                [key: string]: {
                    [key: string]: number;
                };
            };
            /** @description Limits of single factors */
            rules: {
                /** @description Name of a factor of the loadings */
                factor: string;
                /** @description The largest sum of weights times loadings, in their unit */
                max?: number;
                /** @description The smallest sum of weights times loadings, in their unit */
                min?: number;
            }[];
        };
        /**
         * Factor model
         * @description Assets move together only through factors. The returns of each asset are regressed on the factors with an intercept, and the part that no factor explains belongs to the asset alone. Factors are returns per period with their own dates; without factors the benchmark is the only factor.
         *
         *     Formula: `B' F B + diag(sum of squared residuals / (T - 1)), F the covariance of the factors with ddof 1, B the slopes by least squares`
         *
         *     Reference: Sharpe, W. F. (1963), A Simplified Model for Portfolio Analysis, Management Science 9(2), 277-293; Fama, E. F. and French, K. R. (1993), Common risk factors in the returns on stocks and bonds, Journal of Financial Economics 33(1), 3-56
         */
        FactorModelCovariance: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            estimator: "factor_model";
            /** @description Returns per period of factors, with their own dates; the benchmark if absent */
            factors?: {
                /** @description Last day of each return as YYYY-MM-DD, ascending */
                dates: string[];
                /** @description Simple returns of each factor, fractions: {factor: [return]} */
                series: {
                    [key: string]: number[];
                };
            };
        };
        /**
         * Gerber statistic
         * @description A robust covariance. A day counts for a pair of assets if both move by at least the threshold times their volatility: in favour of their correlation if they move in the same direction, against it if they do not. The count is divided by the number of days on which at least one of the two moves so far. Small moves are treated as noise, and outliers count no more than other large moves.
         *
         *     Formula: `S_ij = s_i s_j (alike - opposite) / (T - both neutral), moves beyond threshold s_i, s with ddof 0`
         *
         *     Reference: Gerber, S., Markowitz, H. M., Ernst, P. A., Miao, Y., Javid, B. and Sargen, P. (2022), The Gerber Statistic: A Robust Co-Movement Measure for Portfolio Optimization, The Journal of Portfolio Management 48(3), 87-102
         */
        GerberCovariance: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            estimator: "gerber";
            /**
             * @description Smallest size of a return that counts as a move, in standard deviations
             * @default 0.5
             */
            threshold?: number;
        };
        /**
         * Given covariance
         * @description The caller's own covariance matrix, per period, with the assets of the run in any order. A matrix that is not positive semidefinite is refused, or with `repair` made so; the result says by how much.
         *
         *     Formula: `matrix, per period; symmetric and positive semidefinite`
         *
         *     Reference: The caller's own estimate; Higham (2002), Computing the nearest correlation matrix, IMA Journal of Numerical Analysis 22
         */
        GivenCovariance: {
            /** @description In the order of the rows */
            assets: string[];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            estimator: "given";
            /** @description Per period, symmetric */
            matrix: number[][];
            /**
             * @description What is done about a matrix that is not positive semidefinite. `clip` raises negative eigenvalues of its correlations to 0, `nearest` takes the nearest positive semidefinite correlations and keeps the variances. Without it such a matrix is refused where it is more than rounding, which is clipped
             * @enum {string}
             */
            repair?: "clip" | "nearest";
        };
        /**
         * Given expected returns
         * @description The caller's own expected returns, per period, one for each asset of the run.
         *
         *     Formula: `values, per period`
         *
         *     Reference: The caller's own estimate
         */
        GivenExpectedReturns: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            estimator: "given";
            /** @description The expected return of each asset, per period */
            values: {
                [key: string]: number;
            };
        };
        /**
         * Groups
         * @description The smallest and the largest sum of the weights of a group, for example a sector or a country. Several classifications are sent as a list, each with a name; a group is then called name/group. A saved classification map can stand in place of one of the request: the run keeps the groups that it gives to its assets. Assets of the map that are not in the run are passed over, and a doubt names them if the map is one of the request.
         *
         *     Formula: `min_g ≤ Σ_{i in g} w_i ≤ max_g`
         *
         *     Reference: Grinold, Kahn (2000), Active portfolio management, second edition, chapter 14
         */
        Groups: ({
            /** @description The group of each asset: {asset: group}. Assets that are not in the run are passed over and told */
            map: {
                [key: string]: string;
            };
            /** @description Name of the classification, needed where there are several */
            name?: string;
            /** @description Limits of single groups */
            rules: {
                /** @description Name of a group of the map */
                group: string;
                /** @description The largest sum of the group's weights, a fraction of the portfolio */
                max?: number;
                /** @description The smallest sum of the group's weights, a fraction of the portfolio */
                min?: number;
            }[];
        } | {
            /** @description Id of a saved classification map in place of `map`. Its present content counts, for the assets of the run */
            map_id: string;
            /** @description Name of the classification, needed where there are several */
            name?: string;
            /** @description Limits of single groups */
            rules: {
                /** @description Name of a group of the map */
                group: string;
                /** @description The largest sum of the group's weights, a fraction of the portfolio */
                max?: number;
                /** @description The smallest sum of the group's weights, a fraction of the portfolio */
                min?: number;
            }[];
        }) | ({
            /** @description The group of each asset: {asset: group}. Assets that are not in the run are passed over and told */
            map: {
                [key: string]: string;
            };
            /** @description Name of the classification, needed where there are several */
            name?: string;
            /** @description Limits of single groups */
            rules: {
                /** @description Name of a group of the map */
                group: string;
                /** @description The largest sum of the group's weights, a fraction of the portfolio */
                max?: number;
                /** @description The smallest sum of the group's weights, a fraction of the portfolio */
                min?: number;
            }[];
        } | {
            /** @description Id of a saved classification map in place of `map`. Its present content counts, for the assets of the run */
            map_id: string;
            /** @description Name of the classification, needed where there are several */
            name?: string;
            /** @description Limits of single groups */
            rules: {
                /** @description Name of a group of the map */
                group: string;
                /** @description The largest sum of the group's weights, a fraction of the portfolio */
                max?: number;
                /** @description The smallest sum of the group's weights, a fraction of the portfolio */
                min?: number;
            }[];
        })[];
        Health: {
            /** @constant */
            status: "ok";
        };
        /**
         * Hierarchical equal risk contribution
         * @description Assets are clustered by how they move together. Weight is split along the tree, inversely to the sums of the risks of the clusters on either side, and within a cluster inversely to the risks of its assets.
         *
         *     Formula: `w_left / w_right = Σ ρ(clusters to the right) / Σ ρ(clusters to the left); inverse risk within a cluster`
         *
         *     Reference: Raffinot (2018), The hierarchical equal risk contribution portfolio, SSRN 3237540
         *
         *     Constraint families: `weight_bounds`
         */
        HercMethod: {
            /** @description The number of clusters, at most the number of assets; found by the two-difference gap if absent */
            clusters?: number;
            /** @description 1 - confidence is the fraction of periods, the worst ones, that the measure looks at */
            confidence?: number;
            /** @description As in Method */
            constraints?: {
                [key: string]: unknown;
            };
            /**
             * @description The correlation from which the distance of two assets is computed
             * @default pearson
             * @enum {string}
             */
            distance?: "pearson" | "spearman" | "kendall" | "absolute";
            /** @description How close the measure is to the loss of the worst period; towards 0 it becomes the entropic measure */
            kappa?: number;
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description The rule for the distance of two clusters
             * @default ward
             * @enum {string}
             */
            linkage?: "single" | "complete" | "average" | "ward";
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "herc";
            /** @description Half the exponent of the deviations */
            order?: number;
            /**
             * @description The name of the measure of risk
             * @default variance
             * @enum {string}
             */
            risk_measure?: "variance" | "volatility" | "semideviation" | "mad" | "gini" | "cvar" | "evar" | "worst_realization" | "average_drawdown" | "max_drawdown" | "cdar" | "edar" | "ulcer_index" | "square_root_kurtosis" | "square_root_semikurtosis" | "even_moment" | "even_semimoment" | "first_lower_partial_moment" | "second_lower_partial_moment" | "tail_gini" | "relativistic_value_at_risk" | "relativistic_drawdown_at_risk" | "range" | "cvar_range" | "tail_gini_range" | "evar_range" | "rlvar_range";
            /** @description The return per period below which a shortfall begins */
            target?: number;
        } & ({
            confidence?: never;
            kappa?: never;
            order?: never;
            /** @enum {string} */
            risk_measure?: "variance" | "volatility" | "semideviation" | "mad" | "gini" | "worst_realization" | "average_drawdown" | "max_drawdown" | "ulcer_index" | "square_root_kurtosis" | "square_root_semikurtosis" | "range";
            target?: never;
        } | {
            kappa?: never;
            order?: never;
            /** @enum {string} */
            risk_measure: "cvar" | "evar" | "cdar" | "edar" | "tail_gini" | "cvar_range" | "tail_gini_range" | "evar_range";
            target?: never;
        } | {
            confidence?: never;
            kappa?: never;
            /** @enum {string} */
            risk_measure: "even_moment" | "even_semimoment";
            target?: never;
        } | {
            confidence?: never;
            kappa?: never;
            order?: never;
            /** @enum {string} */
            risk_measure: "first_lower_partial_moment" | "second_lower_partial_moment";
        } | {
            order?: never;
            /** @enum {string} */
            risk_measure: "relativistic_value_at_risk" | "relativistic_drawdown_at_risk" | "rlvar_range";
            target?: never;
        });
        /**
         * Historical mean
         * @description The arithmetic mean of each asset's returns over the history.
         *
         *     Formula: `mean over t of r_t`
         *
         *     Reference: Markowitz, H. (1952), Portfolio Selection, The Journal of Finance 7(1), 77-91
         */
        HistoricalMeanExpectedReturns: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            estimator: "historical_mean";
        };
        HoldingsImportRequest: {
            /** @description Base64 of a workbook (.xlsx) or a CSV file of at most 5 MiB, as Zerodha, Groww or ICICI Direct exports it */
            content_base64: string;
        };
        /**
         * Hold
         * @description The starting portfolio, unchanged: it shows the result of doing nothing. The rest up to a weight of 1 is cash.
         *
         *     Formula: `w = w0`
         *
         *     Reference: Perold, Sharpe (1988), Dynamic strategies for asset allocation, Financial Analysts Journal 44
         *
         *     Constraint families: none
         */
        HoldMethod: {
            /** @description As in Method */
            constraints?: Record<string, never>;
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "hold";
        };
        /**
         * Hierarchical risk parity
         * @description Assets are clustered by how they move together and sorted in the order of the tree. This row of assets is halved again and again, and each half gets weight inversely to its risk. The covariance is not inverted.
         *
         *     Formula: `w_left / w_right = ρ(right half) / ρ(left half), each half weighed inversely to the risks of its assets`
         *
         *     Reference: López de Prado (2016), Building diversified portfolios that outperform out of sample, JPM 42
         *
         *     Constraint families: `weight_bounds`
         */
        HrpMethod: {
            /** @description 1 - confidence is the fraction of periods, the worst ones, that the measure looks at */
            confidence?: number;
            /** @description As in Method */
            constraints?: {
                [key: string]: unknown;
            };
            /**
             * @description The correlation from which the distance of two assets is computed
             * @default pearson
             * @enum {string}
             */
            distance?: "pearson" | "spearman" | "kendall" | "absolute";
            /** @description How close the measure is to the loss of the worst period; towards 0 it becomes the entropic measure */
            kappa?: number;
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description The order of the assets: with neighbours as close as the tree allows, or as the tree was built
             * @default optimal
             * @enum {string}
             */
            leaf_order?: "optimal" | "dendrogram";
            /**
             * @description The rule for the distance of two clusters
             * @default single
             * @enum {string}
             */
            linkage?: "single" | "complete" | "average" | "ward";
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "hrp";
            /** @description Half the exponent of the deviations */
            order?: number;
            /**
             * @description The name of the measure of risk
             * @default variance
             * @enum {string}
             */
            risk_measure?: "variance" | "volatility" | "semideviation" | "mad" | "gini" | "cvar" | "evar" | "worst_realization" | "average_drawdown" | "max_drawdown" | "cdar" | "edar" | "ulcer_index" | "square_root_kurtosis" | "square_root_semikurtosis" | "even_moment" | "even_semimoment" | "first_lower_partial_moment" | "second_lower_partial_moment" | "tail_gini" | "relativistic_value_at_risk" | "relativistic_drawdown_at_risk" | "range" | "cvar_range" | "tail_gini_range" | "evar_range" | "rlvar_range";
            /** @description The return per period below which a shortfall begins */
            target?: number;
        } & ({
            confidence?: never;
            kappa?: never;
            order?: never;
            /** @enum {string} */
            risk_measure?: "variance" | "volatility" | "semideviation" | "mad" | "gini" | "worst_realization" | "average_drawdown" | "max_drawdown" | "ulcer_index" | "square_root_kurtosis" | "square_root_semikurtosis" | "range";
            target?: never;
        } | {
            kappa?: never;
            order?: never;
            /** @enum {string} */
            risk_measure: "cvar" | "evar" | "cdar" | "edar" | "tail_gini" | "cvar_range" | "tail_gini_range" | "evar_range";
            target?: never;
        } | {
            confidence?: never;
            kappa?: never;
            /** @enum {string} */
            risk_measure: "even_moment" | "even_semimoment";
            target?: never;
        } | {
            confidence?: never;
            kappa?: never;
            order?: never;
            /** @enum {string} */
            risk_measure: "first_lower_partial_moment" | "second_lower_partial_moment";
        } | {
            order?: never;
            /** @enum {string} */
            risk_measure: "relativistic_value_at_risk" | "relativistic_drawdown_at_risk" | "rlvar_range";
            target?: never;
        });
        /** @description `assets` and `starting_portfolio` can be sent to POST /jobs as `funds` and `starting_portfolio` */
        ImportedFunds: {
            assets: {
                scheme_code: number;
            }[];
            /** @description Market value of all positions, in rupees */
            market_value: number;
            positions: components["schemas"]["ImportedPosition"][];
            /** @description Weights, which sum to 1 */
            starting_portfolio: {
                [key: string]: number;
            };
        };
        ImportedHoldings: {
            /** @enum {string} */
            brokerage: "zerodha" | "groww" | "icici_direct";
            funds: components["schemas"]["ImportedFunds"];
            /** @description What each column was read as, and how that is known */
            read_as: components["schemas"]["ReadColumn"][];
            stocks: components["schemas"]["ImportedStocks"];
            /** @description Lines that are in no portfolio, and why */
            unresolved: {
                isin: string | null;
                name: string;
                reason: string;
                /** @description Row in its sheet, counted from 1 */
                row: number;
            }[];
        };
        ImportedPosition: {
            asset: string;
            isin: string | null;
            market_value: number;
            /** @description The name in the list of the exchange */
            name: string;
            /** @description Price in the statement, in rupees */
            price: number;
            /** @description Quantity owned, pledged or not */
            quantity: number;
            /** @description Fraction of the market value of all positions of its kind */
            weight: number;
        };
        /** @description `assets` and `starting_portfolio` can be sent to POST /jobs as `stocks` and `starting_portfolio` */
        ImportedStocks: {
            assets: {
                /** @enum {string} */
                exchange: "NSE" | "BSE";
                ticker: string;
            }[];
            /** @description Market value of all positions, in rupees */
            market_value: number;
            positions: components["schemas"]["ImportedPosition"][];
            /** @description Weights, which sum to 1 */
            starting_portfolio: {
                [key: string]: number;
            };
        };
        Insight: {
            /** Format: date-time */
            created_at: string;
            /** @description The figures that the insight is based on */
            detail: {
                [key: string]: string | number;
            };
            insight_id: string;
            /** @enum {string} */
            kind: "concentration" | "stale_data" | "beaten_by_equal_weight" | "unused_starting_portfolio" | "doubtful_data";
            /** @description The run that the insight is about, then the run that it is compared with */
            run_ids: string[];
            title: string;
        };
        /**
         * Inverse volatility
         * @description The weights at which every asset has the same risk on its own; correlations are ignored.
         *
         *     Formula: `w_i = (1 / s_i) / Σ_j (1 / s_j), s_i the root of the i-th diagonal entry of the covariance`
         *
         *     Reference: Leote de Carvalho, Lu, Moulin (2012), Demystifying equity risk-based strategies, JPM 38
         *
         *     Constraint families: none
         */
        InverseVolatilityMethod: {
            /** @description As in Method */
            constraints?: Record<string, never>;
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "inverse_volatility";
        };
        /**
         * James-Stein shrinkage
         * @description The mean of each asset shrunk towards the mean of all assets. The less the history can distinguish the assets, the more the means are shrunk. The sample covariance determines how much, whatever covariance the run uses.
         *
         *     Formula: `(1 - a) m + a g, g the mean of the means m, a = (tr(S) - 2 l) / (T sum((m_i - g)^2)) within [0, 1], S with ddof 1, l its largest eigenvalue`
         *
         *     Reference: James, W. and Stein, C. (1961), Estimation with Quadratic Loss, Proceedings of the 4th Berkeley Symposium 1, 361-379; Meucci, A. (2005), Risk and Asset Allocation, section 4.2, Springer
         */
        JamesSteinExpectedReturns: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            estimator: "james_stein";
        };
        Job: {
            attempt: number;
            /** Format: date-time */
            created_at: string;
            currency: ("INR" | "USD") | null;
            error: {
                /** @description Why it failed: insufficient_history, too_many_rebalances, market_data_unavailable, constraints_infeasible, methods_failed, out_of_memory, worker_lost, input_lost, internal */
                code: string;
                conflict?: {
                    /** @description Changes of limits of the request that together let all rules be met, with the smallest sum; empty where they do not fit */
                    joint_relaxation: {
                        family: string;
                        from: number;
                        /** @enum {string} */
                        limit: "min" | "max";
                        rule: string | null;
                        to: number | null;
                    }[];
                    /** @description Whether no smaller set of rules is in conflict */
                    minimum: boolean;
                    /** @description For each limit of these rules the smallest change that alone lets all rules be met; null where no change does. Limits are left out where there are too many to compute or to list, or where a change is not proven */
                    relaxation: {
                        family: string;
                        from: number;
                        /** @enum {string} */
                        limit: "min" | "max";
                        rule: string | null;
                        to: number | null;
                    }[];
                    /** @description Rules that cannot be met together; without any one of them the others can. Empty where the search for them ended early. Where they do not fit into an answer, the last entry counts the remaining rules and names no family */
                    rules: {
                        detail: string;
                        family: string;
                        rule: string | null;
                    }[];
                };
                detail: string;
                /** @description Doubts about the data and the numbers of the run, which may say why no method has an answer: the most severe first, as many as fit into 8 KiB. Absent without any */
                doubts?: components["schemas"]["Doubt"][];
            } | null;
            /** @description Time before which the run is not deleted, and after which the service deletes it with everything that belongs to it. Null where the plan keeps runs for ever, before the run has finished, and for a simulation or a backtest, which go with their run */
            expires_at: string | null;
            finished_at: string | null;
            /** @enum {string} */
            kind: "optimization" | "monte_carlo" | "backtest";
            /** @enum {string} */
            market: "IN" | "US" | "MF" | "CUSTOM";
            methods: string[];
            /** @enum {string} */
            mode: "construct" | "rebalance";
            name: string | null;
            parent_run_id: string | null;
            progress: {
                fraction: number;
                phase: string;
            };
            /**
             * @description Status of the full report
             * @enum {string}
             */
            report_status: "absent" | "queued" | "rendering" | "ready" | "failed";
            /** @description Id of the job: run_…, mc_… or bt_… */
            run_id: string;
            started_at: string | null;
            /** @enum {string} */
            status: "queued" | "running" | "uploading" | "succeeded" | "failed" | "cancelled";
            tags: string[];
            uploading_at: string | null;
        };
        JobPage: {
            items: components["schemas"]["Job"][];
            next_cursor: string | null;
        };
        /**
         * Kelly criterion
         * @description The portfolio whose wealth, rebalanced every period, would have grown most over the history. Costs are subtracted from the return of each period. The history is used unchanged, without any other estimate of expected returns.
         *
         *     Formula: `maximise mean(log(1 + x))`
         *
         *     Reference: Kelly (1956), A new interpretation of information rate, Bell System Technical Journal 35
         *
         *     Constraint families: `weight_bounds`, `groups`, `linear`, `budget`, `exposure`, `turnover`, `transaction_costs`, `tracking_error`, `risk_limits`, `min_return`, `factor_exposure`, `concentration`, `cardinality`, `min_position`, `locked`
         */
        KellyMethod: {
            /** @description As in Method */
            constraints?: {
                [key: string]: unknown;
            };
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "kelly";
        };
        /**
         * Ledoit-Wolf shrinkage to constant correlation
         * @description The sample covariance shrunk towards a covariance in which all pairs of assets have the mean correlation. The noise of the history determines how far it is shrunk. Variances do not change.
         *
         *     Formula: `(1 - a) S + a F, S with ddof 0, F_ij = r sqrt(S_ii S_jj), r the mean correlation, a in [0, 1] of least expected squared error`
         *
         *     Reference: Ledoit, O. and Wolf, M. (2004), Honey, I Shrunk the Sample Covariance Matrix, The Journal of Portfolio Management 30(4), 110-119
         */
        LedoitWolfConstantCorrelationCovariance: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            estimator: "ledoit_wolf_constant_correlation";
        };
        /**
         * Ledoit-Wolf shrinkage
         * @description The sample covariance shrunk towards equal variances without correlation. The noise of the history determines how far it is shrunk.
         *
         *     Formula: `(1 - a) S + a tr(S)/n I, S with ddof 0, a in [0, 1] of least expected squared error`
         *
         *     Reference: Ledoit, O. and Wolf, M. (2004), A Well-Conditioned Estimator for Large-Dimensional Covariance Matrices, Journal of Multivariate Analysis 88(2), 365-411
         */
        LedoitWolfCovariance: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            estimator: "ledoit_wolf";
        };
        /**
         * Linear rules
         * @description The smallest and the largest value of a sum of weights times coefficients. An asset that is left out has the coefficient 0.
         *
         *     Formula: `min_k ≤ a_k'w ≤ max_k`
         *
         *     Reference: Markowitz (1956), The optimization of a quadratic function subject to linear constraints, Naval Research Logistics Quarterly 3
         */
        Linear: {
            /** @description Number by which the weight of each asset counts: {asset: coefficient}; 0 for others */
            coefficients: {
                [key: string]: number;
            };
            /** @description The largest sum of weights times coefficients, in their unit */
            max?: number;
            /** @description The smallest sum of weights times coefficients, in their unit */
            min?: number;
            /** @description Name of the rule, which results show */
            name: string;
        }[];
        /**
         * Locked
         * @description Assets that keep their weight in the starting portfolio, which is 0 for an asset that the portfolio does not hold.
         *
         *     Formula: `w_i = w0_i for each asset named`
         *
         *     Reference: Boyd et al. (2017), Multi-period trading via convex optimization, Foundations and Trends in Optimization 3
         */
        Locked: string[];
        LogInRequest: {
            /** Format: email */
            email: string;
            /** Format: password */
            password: string;
        };
        /**
         * Maximum Calmar ratio
         * @description The portfolio with the largest expected return over the risk-free rate, per period, per unit of its maximum drawdown.
         *
         *     Formula: `maximise (m'w - rf) / max d_t, d the drawdowns of the cumulative sum of returns`
         *
         *     Reference: Young (1991), Calmar ratio: a smoother tool, Futures 20; drawdowns uncompounded as in Chekhlov, Uryasev, Zabarankin (2005), Drawdown measure in portfolio optimization, IJTAF 8
         *
         *     Constraint families: `weight_bounds`, `groups`, `linear`, `budget`, `exposure`, `turnover`, `transaction_costs`, `tracking_error`, `risk_limits`, `min_return`, `factor_exposure`, `concentration`, `locked`
         */
        MaxCalmarMethod: {
            /** @description As in Method */
            constraints?: {
                [key: string]: unknown;
            };
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "max_calmar";
        };
        /**
         * Maximum decorrelation
         * @description The minimum variance portfolio if every asset had the same volatility, so that only correlations count. Every asset needs a volatility above 0.
         *
         *     Formula: `minimise w'Cw, C the correlation matrix of S`
         *
         *     Reference: Christoffersen, Errunza, Jacobs, Langlois (2012), Is the potential for international diversification disappearing?, Review of Financial Studies 25
         *
         *     Constraint families: `weight_bounds`, `groups`, `linear`, `budget`, `exposure`, `turnover`, `transaction_costs`, `tracking_error`, `risk_limits`, `min_return`, `factor_exposure`, `concentration`, `cardinality`, `min_position`, `locked`
         */
        MaxDecorrelationMethod: {
            /** @description As in Method */
            constraints?: {
                [key: string]: unknown;
            };
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "max_decorrelation";
        };
        /**
         * Maximum diversification
         * @description The portfolio whose volatility is smallest compared with the weighted mean of the volatilities of its assets. Long only; needs no expected returns.
         *
         *     Formula: `maximise (Σ w_i s_i) / sqrt(w'Sw), s_i the root of the i-th diagonal entry of S`
         *
         *     Reference: Choueifaty, Coignard (2008), Toward maximum diversification, Journal of Portfolio Management 35; homogenised as in Cornuejols, Tütüncü (2007), Optimization methods in finance, 8.2
         *
         *     Constraint families: `weight_bounds`, `groups`, `linear`, `budget`, `turnover`, `transaction_costs`, `tracking_error`, `risk_limits`, `min_return`, `factor_exposure`, `concentration`, `locked`
         */
        MaxDiversificationMethod: {
            /** @description As in Method */
            constraints?: {
                [key: string]: unknown;
            };
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "max_diversification";
        };
        /**
         * Maximum information ratio
         * @description The portfolio with the largest expected return over the benchmark per unit of tracking error. If several portfolios have the same ratio, as where the rules allow the benchmark itself, it is the one of least volatility.
         *
         *     Formula: `maximise (m'w - mean(b)) / std(x - b) (ddof 1), against weights b (m'w - m'b) / sqrt((w - b)'S(w - b))`
         *
         *     Reference: Goodwin (1998), The information ratio, Financial Analysts Journal 54; homogenised as in Cornuejols, Tütüncü (2007), Optimization methods in finance, 8.2
         *
         *     Constraint families: `weight_bounds`, `groups`, `linear`, `budget`, `exposure`, `turnover`, `transaction_costs`, `tracking_error`, `risk_limits`, `min_return`, `factor_exposure`, `concentration`, `locked`
         */
        MaxInformationRatioMethod: {
            /** @description As in Method */
            constraints?: {
                [key: string]: unknown;
            };
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "max_information_ratio";
        };
        /**
         * Maximum Martin ratio
         * @description The portfolio with the largest expected return over the risk-free rate per unit of the ulcer index, which measures the depth and the length of drawdowns.
         *
         *     Formula: `maximise (m'w - rf) / sqrt(Σ d_t² / T), d the drawdowns of the cumulative sum of returns`
         *
         *     Reference: Martin, McCann (1989), The investor's guide to Fidelity funds: the ulcer performance index
         *
         *     Constraint families: `weight_bounds`, `groups`, `linear`, `budget`, `exposure`, `turnover`, `transaction_costs`, `tracking_error`, `risk_limits`, `min_return`, `factor_exposure`, `concentration`, `locked`
         */
        MaxMartinMethod: {
            /** @description As in Method */
            constraints?: {
                [key: string]: unknown;
            };
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "max_martin";
        };
        /**
         * Maximum Omega ratio
         * @description The portfolio whose gains above the risk-free rate are the largest multiple of its losses below it, over the history unchanged: the ratio fits no other estimator of expected returns.
         *
         *     Formula: `maximise Σ max(x - rf, 0) / Σ max(rf - x, 0) = 1 + (mean(x) - rf) / (Σ max(rf - x, 0) / T)`
         *
         *     Reference: Keating, Shadwick (2002), A universal performance measure, Journal of Performance Measurement 6; as a linear program Mausser, Saunders, Seco (2006), Optimising Omega, Risk 19
         *
         *     Constraint families: `weight_bounds`, `groups`, `linear`, `budget`, `exposure`, `turnover`, `transaction_costs`, `tracking_error`, `risk_limits`, `min_return`, `factor_exposure`, `concentration`, `locked`
         */
        MaxOmegaMethod: {
            /** @description As in Method */
            constraints?: {
                [key: string]: unknown;
            };
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "max_omega";
        };
        /**
         * Maximum quadratic utility
         * @description The portfolio with the largest expected return less half the variance times risk_aversion, both per period.
         *
         *     Formula: `maximise m'w - (risk_aversion / 2) w'Sw, per period`
         *
         *     Reference: Levy, Markowitz (1979), Approximating expected utility by a function of mean and variance, AER 69
         *
         *     Constraint families: `weight_bounds`, `groups`, `linear`, `budget`, `exposure`, `turnover`, `transaction_costs`, `tracking_error`, `risk_limits`, `min_return`, `factor_exposure`, `concentration`, `cardinality`, `min_position`, `locked`
         */
        MaxQuadraticUtilityMethod: {
            /** @description As in Method */
            constraints?: {
                [key: string]: unknown;
            };
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "max_quadratic_utility";
            /**
             * @description The price of risk, which half the variance is multiplied by
             * @default 1
             */
            risk_aversion?: number;
        };
        /**
         * Maximum return to CDaR
         * @description The portfolio with the largest expected return over the risk-free rate per unit of the mean of its deepest drawdowns, the share 1 - confidence of all.
         *
         *     Formula: `maximise (m'w - rf) / CDaR(x), drawdowns of the cumulative sum of returns`
         *
         *     Reference: Chekhlov, Uryasev, Zabarankin (2005), Drawdown measure in portfolio optimization, IJTAF 8
         *
         *     Constraint families: `weight_bounds`, `groups`, `linear`, `budget`, `exposure`, `turnover`, `transaction_costs`, `tracking_error`, `risk_limits`, `min_return`, `factor_exposure`, `concentration`, `locked`
         */
        MaxReturnCdarMethod: {
            /**
             * @description 1 - confidence is the fraction of periods, the worst ones, that the measure looks at
             * @default 0.95
             */
            confidence?: number;
            /** @description As in Method */
            constraints?: {
                [key: string]: unknown;
            };
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "max_return_cdar";
        };
        /**
         * Maximum return to CVaR
         * @description The portfolio with the largest expected return over the risk-free rate per unit of the mean loss of its worst periods, the share 1 - confidence of all.
         *
         *     Formula: `maximise (m'w - rf) / CVaR(x)`
         *
         *     Reference: Martin, Rachev, Siboulet (2003), Phi-alpha optimal portfolios and extreme risk management, Wilmott 6: the stable tail adjusted return ratio
         *
         *     Constraint families: `weight_bounds`, `groups`, `linear`, `budget`, `exposure`, `turnover`, `transaction_costs`, `tracking_error`, `risk_limits`, `min_return`, `factor_exposure`, `concentration`, `locked`
         */
        MaxReturnCvarMethod: {
            /**
             * @description 1 - confidence is the fraction of periods, the worst ones, that the measure looks at
             * @default 0.95
             */
            confidence?: number;
            /** @description As in Method */
            constraints?: {
                [key: string]: unknown;
            };
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "max_return_cvar";
        };
        /**
         * Maximum return to EVaR
         * @description The portfolio with the largest expected return over the risk-free rate per unit of the entropic value at risk, the tightest bound that exponential moments put on the losses of the worst periods.
         *
         *     Formula: `maximise (m'w - rf) / EVaR(x)`
         *
         *     Reference: Ahmadi-Javid, Fallah-Tafti (2019), Portfolio optimization with entropic value-at-risk, EJOR 279
         *
         *     Constraint families: `weight_bounds`, `groups`, `linear`, `budget`, `exposure`, `turnover`, `transaction_costs`, `tracking_error`, `risk_limits`, `min_return`, `factor_exposure`, `concentration`, `locked`
         */
        MaxReturnEvarMethod: {
            /**
             * @description 1 - confidence is the fraction of periods, the worst ones, that the measure looks at
             * @default 0.95
             */
            confidence?: number;
            /** @description As in Method */
            constraints?: {
                [key: string]: unknown;
            };
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "max_return_evar";
        };
        /**
         * Maximum return
         * @description The upper end of the efficient frontier. Without limits on the weights it holds a single asset.
         *
         *     Formula: `maximise m'w`
         *
         *     Reference: Markowitz (1952), Portfolio selection, Journal of Finance 7
         *
         *     Constraint families: `weight_bounds`, `groups`, `linear`, `budget`, `exposure`, `turnover`, `transaction_costs`, `tracking_error`, `risk_limits`, `min_return`, `factor_exposure`, `concentration`, `cardinality`, `min_position`, `locked`
         */
        MaxReturnMethod: {
            /** @description As in Method */
            constraints?: {
                [key: string]: unknown;
            };
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "max_return";
        };
        /**
         * Maximum Sharpe ratio
         * @description The portfolio whose expected excess return per unit of volatility is largest: the tangency portfolio.
         *
         *     Formula: `maximise (m'w - rf) / sqrt(w'Sw)`
         *
         *     Reference: Sharpe (1966), Mutual fund performance, Journal of Business 39; homogenised as in Cornuejols, Tütüncü (2007), Optimization methods in finance, 8.2
         *
         *     Constraint families: `weight_bounds`, `groups`, `linear`, `budget`, `exposure`, `turnover`, `transaction_costs`, `tracking_error`, `risk_limits`, `min_return`, `factor_exposure`, `concentration`, `locked`
         */
        MaxSharpeMethod: {
            /** @description As in Method */
            constraints?: {
                [key: string]: unknown;
            };
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "max_sharpe";
        };
        /**
         * Maximum Sortino ratio
         * @description The portfolio that earns most per unit of deviation below the risk-free rate: returns above the rate are no risk.
         *
         *     Formula: `maximise (m'w - rf) / sqrt(Σ min(x - rf, 0)² / T)`
         *
         *     Reference: Sortino, Price (1994), Performance measurement in a downside risk framework, Journal of Investing 3
         *
         *     Constraint families: `weight_bounds`, `groups`, `linear`, `budget`, `exposure`, `turnover`, `transaction_costs`, `tracking_error`, `risk_limits`, `min_return`, `factor_exposure`, `concentration`, `locked`
         */
        MaxSortinoMethod: {
            /** @description As in Method */
            constraints?: {
                [key: string]: unknown;
            };
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "max_sortino";
        };
        /**
         * Mean and risk
         * @description Expected return and any measure of risk ρ: the least risk, the largest return, the largest return less risk_aversion times the risk, or the largest ratio of the return over the risk-free rate to the risk.
         *
         *     Formula: `minimise ρ(w), or maximise m'w, m'w - risk_aversion ρ(w) or (m'w - rf) / ρ(w), per period`
         *
         *     Reference: Stone (1973), A general class of three-parameter risk measures, Journal of Finance 28
         *
         *     Constraint families:
         *
         *     - `min_risk`: `weight_bounds`, `groups`, `linear`, `budget`, `exposure`, `turnover`, `transaction_costs`, `tracking_error`, `risk_limits`, `min_return`, `factor_exposure`, `concentration`, `cardinality`, `min_position`, `locked`
         *     - `max_return`: `weight_bounds`, `groups`, `linear`, `budget`, `exposure`, `turnover`, `transaction_costs`, `tracking_error`, `risk_limits`, `min_return`, `factor_exposure`, `concentration`, `cardinality`, `min_position`, `locked`
         *     - `max_utility`: `weight_bounds`, `groups`, `linear`, `budget`, `exposure`, `turnover`, `transaction_costs`, `tracking_error`, `risk_limits`, `min_return`, `factor_exposure`, `concentration`, `cardinality`, `min_position`, `locked`
         *     - `max_ratio`: `weight_bounds`, `groups`, `linear`, `budget`, `exposure`, `turnover`, `transaction_costs`, `tracking_error`, `risk_limits`, `min_return`, `factor_exposure`, `concentration`, `locked`
         */
        MeanRiskMethod: {
            /** @description 1 - confidence is the fraction of periods, the worst ones, that the measure looks at */
            confidence?: number;
            /** @description As in Method */
            constraints?: {
                [key: string]: unknown;
            };
            /** @description How close the measure is to the loss of the worst period; towards 0 it becomes the entropic measure */
            kappa?: number;
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description The name of the measure of risk
             * @default variance
             * @enum {string}
             */
            measure?: "volatility" | "variance" | "semideviation" | "mad" | "gini" | "cvar" | "evar" | "worst_realization" | "average_drawdown" | "max_drawdown" | "cdar" | "edar" | "ulcer_index" | "square_root_kurtosis" | "square_root_semikurtosis" | "even_moment" | "even_semimoment" | "first_lower_partial_moment" | "second_lower_partial_moment" | "tail_gini" | "relativistic_value_at_risk" | "relativistic_drawdown_at_risk" | "range" | "cvar_range" | "tail_gini_range" | "evar_range" | "rlvar_range";
            /** @constant */
            method: "mean_risk";
            /**
             * @description The objective: the least risk, the largest return, the largest return less a price times the risk, the largest ratio
             * @default min_risk
             * @enum {string}
             */
            objective?: "min_risk" | "max_return" | "max_utility" | "max_ratio";
            /** @description Half the exponent of the deviations */
            order?: number;
            /** @description The price of risk in the objective max_utility, 1 if absent; no other objective has one */
            risk_aversion?: number;
            /** @description The return per period below which a shortfall begins */
            target?: number;
        } & (({
            /** @enum {string} */
            objective?: "min_risk" | "max_return" | "max_ratio";
            risk_aversion?: never;
        } | {
            /** @enum {string} */
            objective: "max_utility";
        }) & ({
            confidence?: never;
            kappa?: never;
            /** @enum {string} */
            measure?: "volatility" | "variance" | "semideviation" | "mad" | "gini" | "worst_realization" | "average_drawdown" | "max_drawdown" | "ulcer_index" | "square_root_kurtosis" | "square_root_semikurtosis" | "range";
            order?: never;
            target?: never;
        } | {
            kappa?: never;
            /** @enum {string} */
            measure: "cvar" | "evar" | "cdar" | "edar" | "tail_gini" | "cvar_range" | "tail_gini_range" | "evar_range";
            order?: never;
            target?: never;
        } | {
            confidence?: never;
            kappa?: never;
            /** @enum {string} */
            measure: "even_moment" | "even_semimoment";
            target?: never;
        } | {
            confidence?: never;
            kappa?: never;
            /** @enum {string} */
            measure: "first_lower_partial_moment" | "second_lower_partial_moment";
            order?: never;
        } | {
            /** @enum {string} */
            measure: "relativistic_value_at_risk" | "relativistic_drawdown_at_risk" | "rlvar_range";
            order?: never;
            target?: never;
        }) & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "mean_risk";
        });
        Message: {
            detail: string;
        };
        Meter: {
            /** @description Null is unlimited */
            limit: number | null;
            /** @enum {string} */
            name: "optimization_runs" | "monte_carlo_runs" | "backtest_runs";
            /** Format: date-time */
            resets_at: string;
            used: number;
        };
        /** Method */
        Method: {
            /** @description Constraints of this method, in place of the run's */
            constraints?: components["schemas"]["Constraints"];
        } & (components["schemas"]["EqualWeightMethod"] | components["schemas"]["InverseVolatilityMethod"] | components["schemas"]["HoldMethod"] | components["schemas"]["MinVolatilityMethod"] | components["schemas"]["MaxSharpeMethod"] | components["schemas"]["MaxReturnMethod"] | components["schemas"]["MaxQuadraticUtilityMethod"] | components["schemas"]["EfficientRiskMethod"] | components["schemas"]["EfficientReturnMethod"] | components["schemas"]["CriticalLineMethod"] | components["schemas"]["MaxDiversificationMethod"] | components["schemas"]["MaxDecorrelationMethod"] | components["schemas"]["KellyMethod"] | components["schemas"]["RiskParityMethod"] | components["schemas"]["MinSemideviationMethod"] | components["schemas"]["MinMadMethod"] | components["schemas"]["MinGiniMethod"] | components["schemas"]["MinCvarMethod"] | components["schemas"]["MinEvarMethod"] | components["schemas"]["MinWorstRealizationMethod"] | components["schemas"]["MinAverageDrawdownMethod"] | components["schemas"]["MinMaxDrawdownMethod"] | components["schemas"]["MinCdarMethod"] | components["schemas"]["MinEdarMethod"] | components["schemas"]["MinUlcerIndexMethod"] | components["schemas"]["MaxSortinoMethod"] | components["schemas"]["MaxOmegaMethod"] | components["schemas"]["MaxReturnCvarMethod"] | components["schemas"]["MaxReturnEvarMethod"] | components["schemas"]["MaxCalmarMethod"] | components["schemas"]["MaxReturnCdarMethod"] | components["schemas"]["MaxMartinMethod"] | components["schemas"]["MeanRiskMethod"] | components["schemas"]["HrpMethod"] | components["schemas"]["HercMethod"] | components["schemas"]["NcoMethod"] | components["schemas"]["SchurMethod"] | components["schemas"]["RobustMeanVarianceMethod"] | components["schemas"]["DrCvarMethod"] | components["schemas"]["MinTrackingErrorMethod"] | components["schemas"]["MaxInformationRatioMethod"]);
        MethodCapability: {
            /** @description Families that the method enforces with any parameters */
            enforces: ("weight_bounds" | "groups" | "linear" | "budget" | "exposure" | "turnover" | "transaction_costs" | "tracking_error" | "risk_limits" | "min_return" | "factor_exposure" | "concentration" | "cardinality" | "min_position" | "locked")[];
            /** @description Families that the method enforces with each objective; null where they do not depend on a parameter */
            enforces_by: {
                [key: string]: ("weight_bounds" | "groups" | "linear" | "budget" | "exposure" | "turnover" | "transaction_costs" | "tracking_error" | "risk_limits" | "min_return" | "factor_exposure" | "concentration" | "cardinality" | "min_position" | "locked")[];
            } | null;
            id: string;
        };
        MethodRequirements: {
            /** @description Markdown: a description, the formula and its source */
            description: string;
            /** @description The constraint families whose rules the method keeps, with its default parameters */
            enforces: ("weight_bounds" | "groups" | "linear" | "budget" | "exposure" | "turnover" | "transaction_costs" | "tracking_error" | "risk_limits" | "min_return" | "factor_exposure" | "concentration" | "cardinality" | "min_position" | "locked")[];
            group: string;
            id: string;
            min_assets: number;
            /** @description The smallest number of returns on dates common to all assets; a run on moments has no returns, and needs none */
            min_observations: number;
            name: string;
            needs_benchmark: boolean;
            /** @description Whether the returns must stand in the order of their dates, so that it is refused with scenarios */
            needs_dates: boolean;
            needs_expected_returns: boolean;
            /** @description Whether the returns themselves are read. A method that reads them needs those of all assets on the same days, so that it is refused with `history: "available"` and with moments */
            needs_history: boolean;
            needs_starting_portfolio: boolean;
            parameters: components["schemas"]["DescribedField"][];
            /** @description Whether it weighs scenarios by their probabilities; if not, it is refused where they are not equal */
            weighs_probabilities: boolean;
        };
        MethodRequirementsCatalogue: {
            /** @description Kinds of doubts about data and numbers, by the `code` that a result has */
            doubts: components["schemas"]["DescribedDoubt"][];
            estimators: {
                covariance: components["schemas"]["DescribedEstimator"][];
                expected_returns: components["schemas"]["DescribedEstimator"][];
            };
            /** @description Measures of risk, by their names in a request */
            measures: components["schemas"]["DescribedMeasure"][];
            methods: components["schemas"]["MethodRequirements"][];
            /** @description Metrics of results, by their names there, in the order in which they are shown */
            metrics: components["schemas"]["DescribedMetric"][];
            submission: {
                /** @description Fields of POST /jobs; a field within an object is named by its path */
                fields: components["schemas"]["DescribedField"][];
                limits: {
                    assets: number;
                    frontier_points: number;
                    methods: number;
                    paths_times_horizon: number;
                    /** @description Counted over all methods of a backtest */
                    rebalances: number;
                    rows: number;
                    scenarios: number;
                };
            };
        };
        /**
         * Minimum average drawdown
         * @description The portfolio whose cumulative returns, uncompounded, are on average least below their last peak.
         *
         *     Formula: `minimise Σ d_t / T, d_t = max(0, c_1, …, c_t) - c_t, c the cumulative sum of x`
         *
         *     Reference: Chekhlov, Uryasev, Zabarankin (2005), Drawdown measure in portfolio optimization, International Journal of Theoretical and Applied Finance 8
         *
         *     Constraint families: `weight_bounds`, `groups`, `linear`, `budget`, `exposure`, `turnover`, `transaction_costs`, `tracking_error`, `risk_limits`, `min_return`, `factor_exposure`, `concentration`, `cardinality`, `min_position`, `locked`
         */
        MinAverageDrawdownMethod: {
            /** @description As in Method */
            constraints?: {
                [key: string]: unknown;
            };
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "min_average_drawdown";
        };
        /**
         * Minimum CDaR
         * @description The portfolio whose deepest drawdowns, the share 1 - confidence of all periods, are smallest on average.
         *
         *     Formula: `minimise min_t t + Σ max(d - t, 0) / ((1 - confidence) T), d_t = max(0, c_1, …, c_t) - c_t, c the cumulative sum of x`
         *
         *     Reference: Chekhlov, Uryasev, Zabarankin (2005), Drawdown measure in portfolio optimization, International Journal of Theoretical and Applied Finance 8
         *
         *     Constraint families: `weight_bounds`, `groups`, `linear`, `budget`, `exposure`, `turnover`, `transaction_costs`, `tracking_error`, `risk_limits`, `min_return`, `factor_exposure`, `concentration`, `cardinality`, `min_position`, `locked`
         */
        MinCdarMethod: {
            /**
             * @description 1 - confidence is the fraction of periods, the worst ones, that the measure looks at
             * @default 0.95
             */
            confidence?: number;
            /** @description As in Method */
            constraints?: {
                [key: string]: unknown;
            };
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "min_cdar";
        };
        /**
         * Minimum CVaR
         * @description The portfolio whose worst periods, the share 1 - confidence of all, lose least on average.
         *
         *     Formula: `minimise min_t t + Σ max(-x - t, 0) / ((1 - confidence) T)`
         *
         *     Reference: Rockafellar, Uryasev (2000), Optimization of conditional value-at-risk, Journal of Risk 2
         *
         *     Constraint families: `weight_bounds`, `groups`, `linear`, `budget`, `exposure`, `turnover`, `transaction_costs`, `tracking_error`, `risk_limits`, `min_return`, `factor_exposure`, `concentration`, `cardinality`, `min_position`, `locked`
         */
        MinCvarMethod: {
            /**
             * @description 1 - confidence is the fraction of periods, the worst ones, that the measure looks at
             * @default 0.95
             */
            confidence?: number;
            /** @description As in Method */
            constraints?: {
                [key: string]: unknown;
            };
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "min_cvar";
        };
        /**
         * Minimum EDaR
         * @description The portfolio whose mean drawdown is least under the worst reweighting of the periods within an entropy bound.
         *
         *     Formula: `minimise min_z z log(Σ exp(d / z) / ((1 - confidence) T)), d_t = max(0, c_1, …, c_t) - c_t, c the cumulative sum of x`
         *
         *     Reference: Cajas (2021), Entropic portfolio optimization: a disciplined convex programming framework
         *
         *     Constraint families: `weight_bounds`, `groups`, `linear`, `budget`, `exposure`, `turnover`, `transaction_costs`, `tracking_error`, `risk_limits`, `min_return`, `factor_exposure`, `concentration`, `cardinality`, `min_position`, `locked`
         */
        MinEdarMethod: {
            /**
             * @description 1 - confidence is the fraction of periods, the worst ones, that the measure looks at
             * @default 0.95
             */
            confidence?: number;
            /** @description As in Method */
            constraints?: {
                [key: string]: unknown;
            };
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "min_edar";
        };
        /**
         * Minimum EVaR
         * @description The portfolio whose mean loss is least under the worst reweighting of the periods within an entropy bound: the tightest Chernoff bound on its value at risk.
         *
         *     Formula: `minimise min_z z log(Σ exp(-x / z) / ((1 - confidence) T))`
         *
         *     Reference: Ahmadi-Javid (2012), Entropic value-at-risk: a new coherent risk measure, Journal of Optimization Theory and Applications 155(3)
         *
         *     Constraint families: `weight_bounds`, `groups`, `linear`, `budget`, `exposure`, `turnover`, `transaction_costs`, `tracking_error`, `risk_limits`, `min_return`, `factor_exposure`, `concentration`, `cardinality`, `min_position`, `locked`
         */
        MinEvarMethod: {
            /**
             * @description 1 - confidence is the fraction of periods, the worst ones, that the measure looks at
             * @default 0.95
             */
            confidence?: number;
            /** @description As in Method */
            constraints?: {
                [key: string]: unknown;
            };
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "min_evar";
        };
        /**
         * Minimum Gini mean difference
         * @description The portfolio whose returns in any two periods differ least on average.
         *
         *     Formula: `minimise the mean of |x_i - x_j| over i ≠ j`
         *
         *     Reference: Yitzhaki (1982), Stochastic dominance, mean variance, and Gini's mean difference, American Economic Review 72
         *
         *     Constraint families: `weight_bounds`, `groups`, `linear`, `budget`, `exposure`, `turnover`, `transaction_costs`, `tracking_error`, `risk_limits`, `min_return`, `factor_exposure`, `concentration`, `cardinality`, `min_position`, `locked`
         */
        MinGiniMethod: {
            /** @description As in Method */
            constraints?: {
                [key: string]: unknown;
            };
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "min_gini";
        };
        /**
         * Minimum mean absolute deviation
         * @description The portfolio with the smallest mean distance of its returns from their mean. A large deviation counts by its size, not by its square.
         *
         *     Formula: `minimise Σ |x - mean| / T`
         *
         *     Reference: Konno, Yamazaki (1991), Mean-absolute deviation portfolio optimization model, Management Science 37
         *
         *     Constraint families: `weight_bounds`, `groups`, `linear`, `budget`, `exposure`, `turnover`, `transaction_costs`, `tracking_error`, `risk_limits`, `min_return`, `factor_exposure`, `concentration`, `cardinality`, `min_position`, `locked`
         */
        MinMadMethod: {
            /** @description As in Method */
            constraints?: {
                [key: string]: unknown;
            };
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "min_mad";
        };
        /**
         * Minimum maximum drawdown
         * @description The portfolio whose deepest fall from a peak of its cumulative returns, uncompounded, is smallest.
         *
         *     Formula: `minimise max d, d_t = max(0, c_1, …, c_t) - c_t, c the cumulative sum of x`
         *
         *     Reference: Chekhlov, Uryasev, Zabarankin (2005), Drawdown measure in portfolio optimization, International Journal of Theoretical and Applied Finance 8
         *
         *     Constraint families: `weight_bounds`, `groups`, `linear`, `budget`, `exposure`, `turnover`, `transaction_costs`, `tracking_error`, `risk_limits`, `min_return`, `factor_exposure`, `concentration`, `cardinality`, `min_position`, `locked`
         */
        MinMaxDrawdownMethod: {
            /** @description As in Method */
            constraints?: {
                [key: string]: unknown;
            };
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "min_max_drawdown";
        };
        /**
         * Minimum position
         * @description The smallest size of a weight that is held, long or short: every other weight is exactly 0.
         *
         *     Formula: `w_i = 0 or |w_i| ≥ min_position`
         *
         *     Reference: Jobst, Horniman, Lucas, Mitra (2001), Computational aspects of alternative portfolio selection models in the presence of discrete asset choice constraints, Quantitative Finance 1
         */
        MinPosition: number;
        /**
         * Minimum return
         * @description The smallest expected return, annual: the expected return per period, less transaction costs, times the periods of a year.
         *
         *     Formula: `periods (m'w - costs) ≥ min_return`
         *
         *     Reference: Markowitz (1952), Portfolio selection, Journal of Finance 7
         */
        MinReturn: number;
        /**
         * Minimum semideviation
         * @description The portfolio that varies least below its mean; returns above the mean are not counted as risk.
         *
         *     Formula: `minimise sqrt(Σ max(mean - x, 0)² / (T - 1))`
         *
         *     Reference: Markowitz (1959), Portfolio selection, chapter 9
         *
         *     Constraint families: `weight_bounds`, `groups`, `linear`, `budget`, `exposure`, `turnover`, `transaction_costs`, `tracking_error`, `risk_limits`, `min_return`, `factor_exposure`, `concentration`, `cardinality`, `min_position`, `locked`
         */
        MinSemideviationMethod: {
            /** @description As in Method */
            constraints?: {
                [key: string]: unknown;
            };
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "min_semideviation";
        };
        /**
         * Minimum tracking error
         * @description The portfolio within the rules that follows the benchmark most closely.
         *
         *     Formula: `minimise sqrt((w - b)'S(w - b)) against weights b, std(x - b) (ddof 1) against a series`
         *
         *     Reference: Roll (1992), A mean/variance analysis of tracking error, Journal of Portfolio Management 18
         *
         *     Constraint families: `weight_bounds`, `groups`, `linear`, `budget`, `exposure`, `turnover`, `transaction_costs`, `tracking_error`, `risk_limits`, `min_return`, `factor_exposure`, `concentration`, `cardinality`, `min_position`, `locked`
         */
        MinTrackingErrorMethod: {
            /** @description As in Method */
            constraints?: {
                [key: string]: unknown;
            };
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "min_tracking_error";
        };
        /**
         * Minimum ulcer index
         * @description Like min_average_drawdown, but the uncompounded drawdowns count by their squares, so that deep drawdowns count more.
         *
         *     Formula: `minimise sqrt(Σ d_t² / T), d_t = max(0, c_1, …, c_t) - c_t, c the cumulative sum of x`
         *
         *     Reference: Martin, McCann (1989), The investor's guide to Fidelity funds
         *
         *     Constraint families: `weight_bounds`, `groups`, `linear`, `budget`, `exposure`, `turnover`, `transaction_costs`, `tracking_error`, `risk_limits`, `min_return`, `factor_exposure`, `concentration`, `cardinality`, `min_position`, `locked`
         */
        MinUlcerIndexMethod: {
            /** @description As in Method */
            constraints?: {
                [key: string]: unknown;
            };
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "min_ulcer_index";
        };
        /**
         * Minimum volatility
         * @description The portfolio of least volatility within the rules. Needs no expected returns.
         *
         *     Formula: `minimise sqrt(w'Sw)`
         *
         *     Reference: Markowitz (1952), Portfolio selection, Journal of Finance 7
         *
         *     Constraint families: `weight_bounds`, `groups`, `linear`, `budget`, `exposure`, `turnover`, `transaction_costs`, `tracking_error`, `risk_limits`, `min_return`, `factor_exposure`, `concentration`, `cardinality`, `min_position`, `locked`
         */
        MinVolatilityMethod: {
            /** @description As in Method */
            constraints?: {
                [key: string]: unknown;
            };
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "min_volatility";
        };
        /**
         * Minimum worst realization
         * @description The portfolio whose worst period of the history loses least.
         *
         *     Formula: `minimise max(-x)`
         *
         *     Reference: Young (1998), A minimax portfolio selection rule with linear programming solution, Management Science 44
         *
         *     Constraint families: `weight_bounds`, `groups`, `linear`, `budget`, `exposure`, `turnover`, `transaction_costs`, `tracking_error`, `risk_limits`, `min_return`, `factor_exposure`, `concentration`, `cardinality`, `min_position`, `locked`
         */
        MinWorstRealizationMethod: {
            /** @description As in Method */
            constraints?: {
                [key: string]: unknown;
            };
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "min_worst_realization";
        };
        MutualFund: {
            /** @description The fund house */
            amc: string;
            /** @enum {string} */
            asset_class: "equity" | "debt" | "hybrid" | "other";
            category: string;
            isin: string | null;
            name: string;
            /** @description The latest net asset value, in rupees */
            nav: number | null;
            nav_date: string | null;
            /** @enum {string} */
            option: "growth" | "dividend";
            /** @enum {string} */
            plan: "direct" | "regular";
            scheme_code: number;
        };
        MutualFundsFound: {
            items: components["schemas"]["MutualFund"][];
            page: number;
            page_size: number;
            /** @description Number of results, at most the limit */
            total: number;
        };
        /**
         * Nested clusters optimisation
         * @description Assets are clustered by how they move together. One method finds the weights inside each cluster, another method the weights of the clusters, both from the same history. Noise between the clusters does not affect the weights inside them. Where these weights break a bound or a limit of a group, both methods run again under shares of the limits, taken at weights that keep all rules: first the nearest to those found, above all in the weights of the clusters. Inside a cluster each bound is divided by the weight of the cluster there, and clusters with a part of a group share what its limits have to spare in proportion to their weights. Across the clusters the limits of every weight and of every group are linear for given weights inside, and the outer method keeps them all. The shares are taken again at the weights found until they settle, in at most 30 rounds, or until a method has no answer under them. Weights of a method that does not enforce these rules, such as equal_weight, are moved to the nearest that keep them. The detail of the answer tells moved weights, and shares that had not settled. Without rules that bind nothing of this happens.
         *
         *     Formula: `w = Σ_c v_c u_c: u_c the inner method's weights in cluster c, v the outer one's among these portfolios; under rules each u_ci within the bounds of w_i divided by the weight of the cluster, and v where every Σ_c v_c u_ci and every group keep their limits`
         *
         *     Reference: López de Prado (2019), A robust estimator of the efficient frontier, SSRN 3469961
         *
         *     Constraint families: `weight_bounds`, `groups`
         */
        NcoMethod: {
            /** @description The number of clusters, at most the number of assets; found by the two-difference gap if absent */
            clusters?: number;
            /** @description As in Method */
            constraints?: {
                [key: string]: unknown;
            };
            /**
             * @description The correlation from which the distance of two assets is computed
             * @default pearson
             * @enum {string}
             */
            distance?: "pearson" | "spearman" | "kendall" | "absolute";
            /**
             * @description The method used inside the clusters, with its default parameters
             * @default min_volatility
             * @enum {string}
             */
            inner?: "equal_weight" | "inverse_volatility" | "min_volatility" | "max_sharpe" | "max_return" | "max_quadratic_utility" | "critical_line" | "max_diversification" | "max_decorrelation" | "kelly" | "risk_parity" | "min_semideviation" | "min_mad" | "min_gini" | "min_cvar" | "min_evar" | "min_worst_realization" | "min_average_drawdown" | "min_max_drawdown" | "min_cdar" | "min_edar" | "min_ulcer_index" | "max_sortino" | "max_omega" | "max_return_cvar" | "max_return_evar" | "max_calmar" | "max_return_cdar" | "max_martin" | "mean_risk" | "hrp" | "herc" | "schur" | "robust_mean_variance" | "dr_cvar";
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description The rule for the distance of two clusters
             * @default ward
             * @enum {string}
             */
            linkage?: "single" | "complete" | "average" | "ward";
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "nco";
            /**
             * @description The method used across the clusters, with its default parameters
             * @default min_volatility
             * @enum {string}
             */
            outer?: "equal_weight" | "inverse_volatility" | "min_volatility" | "max_sharpe" | "max_return" | "max_quadratic_utility" | "critical_line" | "max_diversification" | "max_decorrelation" | "kelly" | "risk_parity" | "min_semideviation" | "min_mad" | "min_gini" | "min_cvar" | "min_evar" | "min_worst_realization" | "min_average_drawdown" | "min_max_drawdown" | "min_cdar" | "min_edar" | "min_ulcer_index" | "max_sortino" | "max_omega" | "max_return_cvar" | "max_return_evar" | "max_calmar" | "max_return_cdar" | "max_martin" | "mean_risk" | "hrp" | "herc" | "schur" | "robust_mean_variance" | "dr_cvar";
        };
        NewUpload: {
            assets: number | null;
            /** @description Bytes of the file, or as many as were announced for it */
            bytes: number | null;
            /** Format: date-time */
            created_at: string;
            /** @description Why the file was refused */
            detail: string | null;
            end_date: string | null;
            /**
             * Format: date-time
             * @description When the link of a pending upload ends, or when any other upload is deleted. A ready upload is kept for 7 days after its file came and after each run that names it
             */
            expires_at: string;
            /** @enum {string} */
            format: "csv" | "arrow";
            /**
             * @description Field of a run that may name the upload
             * @enum {string}
             */
            kind: "prices" | "returns" | "scenarios";
            /** @description Largest file that the link takes */
            max_bytes: number;
            name: string | null;
            rows: number | null;
            /** @description Digest of the file as it arrived, in hexadecimal */
            sha256: string | null;
            start_date: string | null;
            /**
             * @description `pending` until the file came; `ready` for runs; `refused` if the file cannot be read; `expired` if the link ended before a file came
             * @enum {string}
             */
            status: "pending" | "ready" | "refused" | "expired";
            /** @description Bytes that the upload counts of the plan's storage */
            stored_bytes: number;
            upload_id: string;
            /**
             * Format: uri
             * @description Link for one PUT of the file, without any other credential
             */
            url: string;
        };
        /**
         * Oracle approximating shrinkage
         * @description The sample covariance shrunk towards equal variances without correlation, by the share that would be best for normally distributed returns.
         *
         *     Formula: `(1 - a) S + a m I, S with ddof 0, m = tr(S)/n, a = min(1, (q + m^2) / ((T + 1)(q - m^2/n))), q the mean of the squared entries of S`
         *
         *     Reference: Chen, Y., Wiesel, A., Eldar, Y. C. and Hero, A. O. (2010), Shrinkage Algorithms for MMSE Covariance Estimation, IEEE Transactions on Signal Processing 58(10), 5016-5029
         */
        OasCovariance: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            estimator: "oas";
        };
        OAuthRefusal: {
            /** @description A word of OAuth to program against */
            error: string;
            error_description: string;
        };
        OptimizationResult: {
            /** @description Statistics of each asset. The field `asset_statistics` of the request says which measures they contain; in results stored before that field they contain all */
            assets: {
                [key: string]: {
                    [key: string]: number | null;
                };
            };
            benchmark: {
                id: string;
                metrics: {
                    [key: string]: number | null;
                } | null;
                return_type: ("price" | "total") | null;
            } | null;
            currency: ("INR" | "USD") | null;
            /** @description Null for a run on moments or scenarios */
            curves: {
                benchmark: {
                    cumulative_return: number[];
                    /** @description Fall from the highest wealth so far, as a positive fraction */
                    drawdown: number[];
                } | null;
                dates: string[];
                /** @description By key of the method */
                methods: {
                    [key: string]: {
                        cumulative_return: number[];
                        /** @description Fall from the highest wealth so far, as a positive fraction */
                        drawdown: number[];
                    };
                };
            } | null;
            /** @description Of a run on moments the source is `moments`, of one on scenarios `scenarios`, and there are no dates; null in results of moments stored before that */
            data: {
                assets: number;
                constant: string[];
                digest: string;
                /**
                 * @description Doubts about the data and the numbers of the request, the most severe first; none of them changed the answer
                 * @default []
                 */
                doubts: components["schemas"]["Doubt"][];
                dropped: {
                    assets: string[];
                    days: number;
                    first: string;
                    last: string;
                    reason: string;
                }[];
                end_date: string | null;
                filled: {
                    asset: string;
                    days: number;
                    first: string;
                    last: string;
                }[];
                frequency: string;
                /** @description Daily returns of market data and of own prices beyond 40 % (own prices of longer periods: threefold, or to a third), all of which are kept: moves that look like a split for which prices are not adjusted, and other moves. The values of a fund before a change of its unit are given in the new unit */
                jumps: {
                    asset: string;
                    date: string;
                    /**
                     * @default move
                     * @enum {string}
                     */
                    kind: "suspected_split" | "move" | "unit_change";
                    return: number;
                }[];
                observations: number;
                /**
                 * @description Number of periods in a year by which figures are annualised; null in results stored before it was told
                 * @default null
                 */
                periods_per_year: number | null;
                source: string;
                /**
                 * @description The provider that answered for each asset, with live market data; null with other data
                 * @default null
                 */
                sources: {
                    [key: string]: string;
                } | null;
                start_date: string | null;
            } | null;
            efficient_frontier: {
                /**
                 * @description Null where the measure has none
                 * @default null
                 */
                confidence: number | null;
                /** @description Corner portfolios of the first critical_line of the run, annual, minimum risk first; null without that method */
                corner_portfolios: {
                    return: number;
                    volatility: number;
                    weights: {
                        [key: string]: number;
                    };
                }[] | null;
                /** @description Says why there are no points or no portfolio of the largest ratio, or which of them are not proven */
                detail: string | null;
                /**
                 * @description The portfolio with the largest ratio of excess return to risk; null where there is none
                 * @default null
                 */
                maximum_ratio: {
                    /**
                     * @description The half of the frontier: above the portfolio of minimum risk, which counts to it, or below
                     * @default upper
                     * @enum {string}
                     */
                    branch: "upper" | "lower";
                    return: number;
                    /**
                     * @description Risk by the measure of the frontier; null in results stored before frontiers had other measures than volatility
                     * @default null
                     */
                    risk: number | null;
                    volatility: number;
                    weights: {
                        [key: string]: number;
                    };
                } | null;
                /** @default volatility */
                measure: string;
                /** @default null */
                minimum_risk: {
                    /**
                     * @description The half of the frontier: above the portfolio of minimum risk, which counts to it, or below
                     * @default upper
                     * @enum {string}
                     */
                    branch: "upper" | "lower";
                    return: number;
                    /**
                     * @description Risk by the measure of the frontier; null in results stored before frontiers had other measures than volatility
                     * @default null
                     */
                    risk: number | null;
                    volatility: number;
                    weights: {
                        [key: string]: number;
                    };
                } | null;
                /** @description From the portfolio of minimum risk up to the largest return, evenly spaced in return. With both halves the lower one comes before, from the least return up, evenly spaced too; in runs stored without it there is none */
                points: {
                    /**
                     * @description The half of the frontier: above the portfolio of minimum risk, which counts to it, or below
                     * @default upper
                     * @enum {string}
                     */
                    branch: "upper" | "lower";
                    return: number;
                    /**
                     * @description Risk by the measure of the frontier; null in results stored before frontiers had other measures than volatility
                     * @default null
                     */
                    risk: number | null;
                    volatility: number;
                    weights: {
                        [key: string]: number;
                    };
                }[];
            } | null;
            engine: {
                core_digest: string;
                /** @description Duration of the whole run, by the clock of the process that computed it */
                elapsed_ms: number;
                /**
                 * @description Milliseconds of each phase of the run, by its name; empty in results stored before they were told
                 * @default {}
                 */
                phases_ms: {
                    [key: string]: number;
                };
                /** @constant */
                schema_version: 1;
                seed: number;
                solver_digest: string;
                version: string;
            };
            /** @description Per period */
            estimates: {
                covariance: {
                    assets: string[];
                    /**
                     * @description The file that holds the matrix in place of `matrix`; null where the matrix is here
                     * @default null
                     */
                    file: {
                        /** @constant */
                        byte_order: "little-endian";
                        columns: number;
                        name: string;
                        /** @constant */
                        order: "row by row";
                        rows: number;
                        /** @constant */
                        type: "float64";
                    } | null;
                    /** @description Null where the matrix is in a file of its own: for more than 200 assets, unless the request has `"estimates": "full"` */
                    matrix: number[][] | null;
                    /** @description The repair of a matrix that was not positive semidefinite; null where the matrix was, to rounding */
                    repair: {
                        /**
                         * @description clip: negative eigenvalues of the correlations became 0; nearest: the nearest correlations that are positive semidefinite took their place, and the variances were kept
                         * @default clip
                         * @enum {string}
                         */
                        kind: "clip" | "nearest";
                        /** @description Largest absolute change of an entry */
                        largest_change: number;
                        /** @description Smallest eigenvalue of the matrix before the repair, at most 0 */
                        smallest_eigenvalue: number;
                    } | null;
                };
                expected_returns: {
                    [key: string]: number;
                };
            };
            /** @enum {string} */
            market: "IN" | "US" | "MF" | "CUSTOM";
            methods: {
                /** @description Null where no capital was given */
                allocation: {
                    cash: number;
                    currency: ("INR" | "USD") | null;
                    /** @description How much closer other numbers of lots may come to the weights, as a fraction of the capital; 0 where none come closer */
                    gap: number;
                    invested: number;
                    /** @description Number of shares, or of units of funds; below 0 where they are sold short */
                    shares: {
                        [key: string]: number;
                    };
                    /** @description Fractions of the capital */
                    weights: {
                        [key: string]: number;
                    };
                } | null;
                certificate: {
                    /** @description Bound that no weights can be better than, in the unit of the objective's value; null without integer rules */
                    bound: number | null;
                    dual_residual: number | null;
                    duality_gap: number | null;
                    iterations: number;
                    /** @description Number of programs that the search for the assets to hold has bounded; null without integer rules */
                    nodes: number | null;
                    primal_residual: number | null;
                    proven_optimal: boolean;
                    /** @description Ids of the way, and of the rescue where one was needed, that led to the weights, then after a slash the engine: `few, smaller steps/core`. Results of earlier versions name the engine alone */
                    solver: string;
                } | null;
                constraint_report: {
                    binding: boolean;
                    family: string;
                    max: number | null;
                    min: number | null;
                    rule: string | null;
                    shadow_price: number | null;
                    /** @description The distance of the value to the nearer limit, below 0 where the limit is broken */
                    slack: number | null;
                    value: number;
                }[] | null;
                detail: string | null;
                key: string;
                method: string;
                metrics: {
                    [key: string]: number | null;
                } | null;
                /** @description Per period */
                objective: {
                    name: string;
                    value: number;
                } | null;
                parameters: {
                    [key: string]: unknown;
                };
                /** @description Fractions of the risk, which sum to 1 */
                risk_contributions: {
                    [key: string]: number;
                } | null;
                /** @enum {string} */
                status: "optimal" | "computed" | "not_proven" | "infeasible" | "unbounded" | "failed";
                weights: {
                    [key: string]: number;
                } | null;
            }[];
            /** @enum {string} */
            mode: "construct" | "rebalance";
            monte_carlo: null;
            rolling_backtest: null;
            run_id: string;
        };
        PasswordChange: {
            /** Format: password */
            current_password: string;
            /** Format: password */
            new_password: string;
        };
        PasswordReset: {
            /** Format: password */
            new_password: string;
            /**
             * @description Whether every API key of the account is revoked, too
             * @default false
             */
            revoke_api_keys?: boolean;
            token: string;
        };
        Preflight: {
            conflict: {
                /** @description Changes of limits of the request that together let all rules be met, with the smallest sum; empty where they do not fit */
                joint_relaxation: {
                    family: string;
                    from: number;
                    /** @enum {string} */
                    limit: "min" | "max";
                    rule: string | null;
                    to: number | null;
                }[];
                /** @description Whether no smaller set of rules is in conflict */
                minimum: boolean;
                /** @description For each limit of these rules the smallest change that alone lets all rules be met; null where no change does. Limits are left out where there are too many to compute or to list, or where a change is not proven */
                relaxation: {
                    family: string;
                    from: number;
                    /** @enum {string} */
                    limit: "min" | "max";
                    rule: string | null;
                    to: number | null;
                }[];
                /** @description Rules that cannot be met together; without any one of them the others can. Empty where the search for them ended early. Where they do not fit into an answer, the last entry counts the remaining rules and names no family */
                rules: {
                    detail: string;
                    family: string;
                    rule: string | null;
                }[];
            } | null;
            /** @description Doubts about the numbers of the request and about the prices that were read, as in `data.doubts` of a run's result: the most severe first; empty without any */
            doubts: components["schemas"]["Doubt"][];
            /** @description Whether some portfolio keeps all rules that are judged; null where the preflight could prove neither within its limit of work. No portfolio is then beyond the ranges, but there may be none within them */
            feasible: boolean | null;
            /** @description Families that were not judged, because their rules need prices or estimates and the request has none */
            not_judged: ("weight_bounds" | "groups" | "linear" | "budget" | "exposure" | "turnover" | "transaction_costs" | "tracking_error" | "risk_limits" | "min_return" | "factor_exposure" | "concentration" | "cardinality" | "min_position" | "locked")[];
            /** @description Ranges that the rules allow; null where the rules cannot be met */
            ranges: {
                /** @description Ranges of the weight of each asset */
                assets: {
                    [key: string]: components["schemas"]["Range"];
                };
                /** @description Ranges of the exposure to the factor of each rule */
                factors: {
                    [key: string]: components["schemas"]["Range"];
                };
                /** @description Ranges of the sum of the weights of each group */
                groups: {
                    [key: string]: components["schemas"]["Range"];
                };
                /** @description Ranges of the value of each linear rule */
                linear: {
                    [key: string]: components["schemas"]["Range"];
                };
                /** @description Range of the annual expected return; null without estimates */
                return: components["schemas"]["Range"] | null;
                /** @description Range of the annual volatility; null without estimates */
                volatility: components["schemas"]["VolatilityRange"] | null;
            } | null;
        };
        PreflightRequest: {
            /** @description Ids of assets, whose prices are not loaded; in place of one of the six inputs of a run */
            assets?: string[];
            /** @description The currency that prices in other currencies are converted to */
            base_currency?: string;
            /** @description What portfolios are compared with: an index or an asset by its name, weights of assets, or prices */
            benchmark?: string | {
                /** @description Weights of the run's assets, fractions: {asset: weight} */
                weights: {
                    [key: string]: number;
                };
            } | {
                /** @description A price for each of the dates of the history */
                prices: (number | null)[];
            };
            /**
             * @description Rules that the weights of every method keep, unless the method has its own
             * @default {}
             */
            constraints?: components["schemas"]["Constraints"];
            /** @description How the covariance matrix is estimated; by that of the history if absent */
            covariance?: components["schemas"]["CovarianceEstimator"];
            /** @description The currency of the prices of each asset: {asset: currency}. Assets that are not named have their prices in base_currency. Only for own prices; a benchmark sent as prices is in base_currency */
            currencies?: {
                [key: string]: string;
            };
            /** @description Last day of the history that is used, as YYYY-MM-DD; the last one that there is if absent */
            end_date?: string;
            /** @description The rates by which prices are converted. A price takes the rate of its day, or the last one of at most 5 days before */
            exchange_rates?: {
                /** @description Days of the rates as YYYY-MM-DD, ascending */
                dates: string[];
                /** @description Rates of each currency: {currency: [rate]} */
                series: {
                    [key: string]: (number | null)[];
                };
            };
            /** @description How expected returns are estimated; by the mean of the history if absent */
            expected_returns?: components["schemas"]["ExpectedReturnsEstimator"];
            /**
             * @description Length of the periods of the returns: prices of shorter periods are thinned to it
             * @default daily
             * @enum {string}
             */
            frequency?: "daily" | "weekly" | "monthly" | "yearly";
            /** @description Mutual funds whose prices the service has */
            funds?: {
                /** @description Code of the scheme in the list of AMFI */
                scheme_code: number;
            }[];
            /**
             * @description Which returns estimates use: `common`, those on days that all assets have, or `available`, all that each asset and each pair of assets has. `available` is for the estimators and methods that need no returns of all assets on the same days; metrics and curves still use the days that all have. In a backtest of such a run an asset takes part once it has a whole train window, and is sold at its last price when its series ends
             * @default common
             * @enum {string}
             */
            history?: "common" | "available";
            /**
             * @description The market of the assets; derived from their ids if absent
             * @enum {string}
             */
            market?: "IN" | "US" | "MF" | "CUSTOM";
            /** @description Own expected returns and covariance matrix per period, in place of a history */
            moments?: {
                /** @description Names of the assets, in the order of the numbers */
                assets: string[];
                /** @description Covariance matrix of the returns per period: a row of numbers an asset */
                covariance: number[][];
                /** @description Expected return of each asset per period, a fraction */
                expected_returns: number[];
                /**
                 * @description What is done about a matrix that is not positive semidefinite. `clip` raises negative eigenvalues of its correlations to 0, `nearest` takes the nearest positive semidefinite correlations and keeps the variances. Without it such a matrix is refused where it is more than rounding, which is clipped
                 * @enum {string}
                 */
                repair?: "clip" | "nearest";
            };
            /**
             * @description Whether a first or last week or month of which the history lacks days is left out or counts with the days there are. Left out, months are left out and weeks count
             * @enum {string}
             */
            partial_periods?: "leave_out" | "count";
            /** @description Number of periods in a year by which figures are annualised. Left out, it follows from the dates: 252 for days of a market that trades on five days of the week, 365 for one that trades on all seven, 52 for weeks, 12 for months. Own dates farther apart than months, such as quarters, need it: 4, with the frequency `monthly`. Moments and scenarios have no dates: there it follows from the frequency, 252 for `daily`, which is taken where none is sent, 52, 12, and 1 for `yearly` */
            periods_per_year?: number;
            /** @description Own prices of the assets, on the days that they have them */
            prices?: {
                /** @description Days as YYYY-MM-DD, ascending */
                dates: string[];
                /** @description Prices of each asset, one for each of the dates: {asset: [number]}; null where there is none */
                series: {
                    [key: string]: (number | null)[];
                };
            } | {
                /** @description Id of a ready upload for this field, in place of the history itself */
                upload: string;
            };
            /** @description Own simple returns of the assets, in place of prices */
            returns?: {
                /** @description Days as YYYY-MM-DD, ascending */
                dates: string[];
                /** @description Simple returns, as fractions, of each asset, one for each of the dates: {asset: [number]}; null where there is none */
                series: {
                    [key: string]: (number | null)[];
                };
            } | {
                /** @description Id of a ready upload for this field, in place of the history itself */
                upload: string;
            };
            /** @description Annual return without risk, a fraction: 0.05 is 5 percent; that of the market if absent, and 0 without one */
            risk_free_rate?: number;
            /** @description Simulated returns without dates, as `matrix`, as `base64` or by an upload. What needs dates or their order is refused: backtests, drawdowns, start and end dates, allocations, benchmarks by index or prices, factors and models of blocks. `frequency` or `periods_per_year` says how long a scenario is: a day where neither is sent */
            scenarios?: {
                /** @description Names of the assets */
                assets: string[];
                /** @description The same numbers in place of `matrix`: doubles, little-endian and row by row, as base64 */
                base64?: string;
                /** @description The simple returns: a row of numbers a scenario, a number an asset, in the order of `assets` */
                matrix?: number[][];
                /** @description The probability of each scenario; they sum to 1 to within 1e-6. Left out, or all equal, scenarios are equally likely. Scenarios of probability 0 are left out. Methods, estimators and measures that cannot weigh scenarios are refused, and statistics that cannot are null */
                probabilities?: number[];
            } | {
                /** @description The probability of each scenario; they sum to 1 to within 1e-6. Left out, or all equal, scenarios are equally likely. Scenarios of probability 0 are left out. Methods, estimators and measures that cannot weigh scenarios are refused, and statistics that cannot are null */
                probabilities?: number[];
                /** @description Id of a ready upload of scenarios, in place of their assets and numbers */
                upload: string;
            };
            /** @description First day of the history that is used, as YYYY-MM-DD; all days that there are if absent */
            start_date?: string;
            /** @description Weights that are held now, fractions of the portfolio: {asset: weight}; cash if absent */
            starting_portfolio?: {
                [key: string]: number;
            };
            /** @description Listed shares whose prices the service has */
            stocks?: {
                /**
                 * @description Exchange at which the share is listed
                 * @enum {string}
                 */
                exchange: "NSE" | "BSE" | "US";
                /** @description Symbol of the share at its exchange */
                ticker: string;
            }[];
        };
        Problem: {
            /** @description A stable word to program against */
            code: string;
            /** @description Rules that cannot be met together, with constraints_infeasible */
            conflict?: {
                /** @description Changes of limits of the request that together let all rules be met, with the smallest sum; empty where they do not fit */
                joint_relaxation: {
                    family: string;
                    from: number;
                    /** @enum {string} */
                    limit: "min" | "max";
                    rule: string | null;
                    to: number | null;
                }[];
                /** @description Whether no smaller set of rules is in conflict */
                minimum: boolean;
                /** @description For each limit of these rules the smallest change that alone lets all rules be met; null where no change does. Limits are left out where there are too many to compute or to list, or where a change is not proven */
                relaxation: {
                    family: string;
                    from: number;
                    /** @enum {string} */
                    limit: "min" | "max";
                    rule: string | null;
                    to: number | null;
                }[];
                /** @description Rules that cannot be met together; without any one of them the others can. Empty where the search for them ended early. Where they do not fit into an answer, the last entry counts the remaining rules and names no family */
                rules: {
                    detail: string;
                    family: string;
                    rule: string | null;
                }[];
            };
            detail: string;
            /** @description Doubts about the request whose rules cannot be met, which may say why: the most severe first, as many as fit into 32 KiB. Absent without any */
            doubts?: components["schemas"]["Doubt"][];
            /** @description Every fault of a refused request, each with a JSON Pointer */
            errors?: {
                detail: string;
                pointer: string;
            }[];
            /** @description Also in the header X-Request-Id, and in the log of the service */
            request_id: string;
            status: number;
            title: string;
            /** @constant */
            type: "about:blank";
        };
        Profile: {
            /** Format: date-time */
            created_at: string;
            display_name: string | null;
            email: string;
            email_verified: boolean;
            full_name: string;
            id: string;
            /** @enum {string} */
            plan: "free" | "pro" | "enterprise";
        };
        ProfileChange: {
            /** @description Null removes the name */
            display_name: string | null;
        };
        ProtectedResource: {
            authorization_servers: string[];
            bearer_methods_supported: string[];
            resource: string;
            resource_name: string;
            scopes_supported: string[];
        };
        Range: {
            /** @description Whether portfolios reach both ends, proven to 1e-7; otherwise no portfolio is beyond the ends */
            exact: boolean;
            max: number | null;
            /** @description Null where nothing limits it */
            min: number | null;
        };
        ReadColumn: {
            /** @description Letters of the column, as spreadsheet programs name it */
            column: string;
            /** @description What the column was taken for, why, and which rows contradict it */
            detail: string;
            /** @description Text of its header cell, cut at 60 characters */
            header: string | null;
            /** @description `header`: its name. `form`: the form of its cells, as of an ISIN. `figures`: figures of each line that agree, as quantity times price with the value. `place`: where the brokerage has the column */
            known_by: ("header" | "form" | "figures" | "place") | null;
            /** @description null where the column was not used */
            meaning: ("isin" | "symbol" | "name" | "fund_house" | "instrument_type" | "quantity" | "pledged_quantity" | "price" | "value") | null;
            /** @description Name of its sheet, where several sheets have holdings */
            sheet: string | null;
        };
        Readiness: {
            /** @constant */
            status: "ready";
        };
        RegisteredConnector: {
            client_id: string;
            client_id_issued_at: number;
            client_name?: string;
            /** @description Shown once, to a confidential client alone */
            client_secret?: string;
            /** @description 0: it does not expire */
            client_secret_expires_at?: number;
            grant_types: string[];
            redirect_uris: string[];
            response_types: string[];
            /** @enum {string} */
            token_endpoint_auth_method: "none" | "client_secret_basic" | "client_secret_post";
        };
        Report: {
            /**
             * Format: date-time
             * @description When the link expires
             */
            expires_at?: string;
            /** @enum {string} */
            kind: "summary" | "full" | "backtest";
            /** @description Why the report failed; absent otherwise */
            reason?: string;
            /** @enum {string} */
            status: "absent" | "queued" | "rendering" | "ready" | "failed";
            /**
             * Format: date-time
             * @description When the report was last requested, begun or ended; absent if it was never requested
             */
            updated_at?: string;
            /**
             * Format: uri
             * @description Opens the report without a credential; absent until it is ready
             */
            url?: string;
        };
        RequestedReport: {
            /** @enum {string} */
            kind: "summary" | "full" | "backtest";
            /** @enum {string} */
            status: "absent" | "queued" | "rendering" | "ready" | "failed";
        };
        /**
         * Risk limits
         * @description The largest value of each measure of risk, with parameters of its own. Volatility is annual, all other measures are per period. A measure may be limited several times with different parameters; the names of the rules then contain the parameters, as in cvar_0.95 and cvar_0.99.
         *
         *     Formula: `ρ(w) ≤ max for each measure ρ`
         *
         *     Reference: Krokhmal, Palmquist, Uryasev (2002), Portfolio optimization with conditional value-at-risk objective and constraints, Journal of Risk 4
         */
        RiskLimits: ({
            /** @description The largest value of the measure, a fraction, annual */
            max: number;
            /**
             * @description Id of the measure of risk that is limited
             * @constant
             */
            measure: "volatility";
        } | {
            /** @description The largest value of the measure, in squared returns, not annualised */
            max: number;
            /**
             * @description Id of the measure of risk that is limited
             * @constant
             */
            measure: "variance";
        } | {
            /** @description The largest value of the measure, a fraction, not annualised */
            max: number;
            /**
             * @description Id of the measure of risk that is limited
             * @constant
             */
            measure: "semideviation";
        } | {
            /** @description The largest value of the measure, a fraction, not annualised */
            max: number;
            /**
             * @description Id of the measure of risk that is limited
             * @constant
             */
            measure: "mad";
        } | {
            /** @description The largest value of the measure, a fraction, not annualised */
            max: number;
            /**
             * @description Id of the measure of risk that is limited
             * @constant
             */
            measure: "gini";
        } | {
            /**
             * @description 1 - confidence is the fraction of periods, the worst ones, that the measure looks at
             * @default 0.95
             */
            confidence?: number;
            /** @description The largest value of the measure, a fraction, not annualised */
            max: number;
            /**
             * @description Id of the measure of risk that is limited
             * @constant
             */
            measure: "cvar";
        } | {
            /**
             * @description 1 - confidence is the fraction of periods, the worst ones, that the measure looks at
             * @default 0.95
             */
            confidence?: number;
            /** @description The largest value of the measure, a fraction, not annualised */
            max: number;
            /**
             * @description Id of the measure of risk that is limited
             * @constant
             */
            measure: "evar";
        } | {
            /** @description The largest value of the measure, a fraction, not annualised */
            max: number;
            /**
             * @description Id of the measure of risk that is limited
             * @constant
             */
            measure: "worst_realization";
        } | {
            /** @description The largest value of the measure, a fraction, not annualised */
            max: number;
            /**
             * @description Id of the measure of risk that is limited
             * @constant
             */
            measure: "average_drawdown";
        } | {
            /** @description The largest value of the measure, a fraction, not annualised */
            max: number;
            /**
             * @description Id of the measure of risk that is limited
             * @constant
             */
            measure: "max_drawdown";
        } | {
            /**
             * @description 1 - confidence is the fraction of periods, the worst ones, that the measure looks at
             * @default 0.95
             */
            confidence?: number;
            /** @description The largest value of the measure, a fraction, not annualised */
            max: number;
            /**
             * @description Id of the measure of risk that is limited
             * @constant
             */
            measure: "cdar";
        } | {
            /**
             * @description 1 - confidence is the fraction of periods, the worst ones, that the measure looks at
             * @default 0.95
             */
            confidence?: number;
            /** @description The largest value of the measure, a fraction, not annualised */
            max: number;
            /**
             * @description Id of the measure of risk that is limited
             * @constant
             */
            measure: "edar";
        } | {
            /** @description The largest value of the measure, a fraction, not annualised */
            max: number;
            /**
             * @description Id of the measure of risk that is limited
             * @constant
             */
            measure: "ulcer_index";
        } | {
            /** @description The largest value of the measure, in squared returns, not annualised */
            max: number;
            /**
             * @description Id of the measure of risk that is limited
             * @constant
             */
            measure: "square_root_kurtosis";
        } | {
            /** @description The largest value of the measure, in squared returns, not annualised */
            max: number;
            /**
             * @description Id of the measure of risk that is limited
             * @constant
             */
            measure: "square_root_semikurtosis";
        } | {
            /** @description The largest value of the measure, in squared returns, not annualised */
            max: number;
            /**
             * @description Id of the measure of risk that is limited
             * @constant
             */
            measure: "even_moment";
            /**
             * @description Half the exponent of the deviations
             * @default 3
             */
            order?: number;
        } | {
            /** @description The largest value of the measure, in squared returns, not annualised */
            max: number;
            /**
             * @description Id of the measure of risk that is limited
             * @constant
             */
            measure: "even_semimoment";
            /**
             * @description Half the exponent of the deviations
             * @default 3
             */
            order?: number;
        } | {
            /** @description The largest value of the measure, a fraction, not annualised */
            max: number;
            /**
             * @description Id of the measure of risk that is limited
             * @constant
             */
            measure: "first_lower_partial_moment";
            /**
             * @description The return per period below which a shortfall begins
             * @default 0
             */
            target?: number;
        } | {
            /** @description The largest value of the measure, a fraction, not annualised */
            max: number;
            /**
             * @description Id of the measure of risk that is limited
             * @constant
             */
            measure: "second_lower_partial_moment";
            /**
             * @description The return per period below which a shortfall begins
             * @default 0
             */
            target?: number;
        } | {
            /**
             * @description 1 - confidence is the fraction of periods, the worst ones, that the measure looks at
             * @default 0.95
             */
            confidence?: number;
            /** @description The largest value of the measure, a fraction, not annualised */
            max: number;
            /**
             * @description Id of the measure of risk that is limited
             * @constant
             */
            measure: "tail_gini";
        } | {
            /**
             * @description 1 - confidence is the fraction of periods, the worst ones, that the measure looks at
             * @default 0.95
             */
            confidence?: number;
            /**
             * @description How close the measure is to the loss of the worst period; towards 0 it becomes the entropic measure
             * @default 0.3
             */
            kappa?: number;
            /** @description The largest value of the measure, a fraction, not annualised */
            max: number;
            /**
             * @description Id of the measure of risk that is limited
             * @constant
             */
            measure: "relativistic_value_at_risk";
        } | {
            /**
             * @description 1 - confidence is the fraction of periods, the worst ones, that the measure looks at
             * @default 0.95
             */
            confidence?: number;
            /**
             * @description How close the measure is to the loss of the worst period; towards 0 it becomes the entropic measure
             * @default 0.3
             */
            kappa?: number;
            /** @description The largest value of the measure, a fraction, not annualised */
            max: number;
            /**
             * @description Id of the measure of risk that is limited
             * @constant
             */
            measure: "relativistic_drawdown_at_risk";
        } | {
            /** @description The largest value of the measure, a fraction, not annualised */
            max: number;
            /**
             * @description Id of the measure of risk that is limited
             * @constant
             */
            measure: "range";
        } | {
            /**
             * @description 1 - confidence is the fraction of periods, the worst ones, that the measure looks at
             * @default 0.95
             */
            confidence?: number;
            /** @description The largest value of the measure, a fraction, not annualised */
            max: number;
            /**
             * @description Id of the measure of risk that is limited
             * @constant
             */
            measure: "cvar_range";
        } | {
            /**
             * @description 1 - confidence is the fraction of periods, the worst ones, that the measure looks at
             * @default 0.95
             */
            confidence?: number;
            /** @description The largest value of the measure, a fraction, not annualised */
            max: number;
            /**
             * @description Id of the measure of risk that is limited
             * @constant
             */
            measure: "tail_gini_range";
        } | {
            /**
             * @description 1 - confidence is the fraction of periods, the worst ones, that the measure looks at
             * @default 0.95
             */
            confidence?: number;
            /** @description The largest value of the measure, a fraction, not annualised */
            max: number;
            /**
             * @description Id of the measure of risk that is limited
             * @constant
             */
            measure: "evar_range";
        } | {
            /**
             * @description 1 - confidence is the fraction of periods, the worst ones, that the measure looks at
             * @default 0.95
             */
            confidence?: number;
            /**
             * @description How close the measure is to the loss of the worst period; towards 0 it becomes the entropic measure
             * @default 0.3
             */
            kappa?: number;
            /** @description The largest value of the measure, a fraction, not annualised */
            max: number;
            /**
             * @description Id of the measure of risk that is limited
             * @constant
             */
            measure: "rlvar_range";
        })[];
        /**
         * Risk parity
         * @description Each asset contributes its budget, a fraction of the total, to the risk of the portfolio; without budgets all assets contribute the same. Long only. Where a rule binds, the contributions differ from the budgets, and are reported.
         *
         *     Formula: `minimise log(risk(w)) - Σ b_i log(w_i): w_i ∂risk/∂w_i = b_i risk(w) where no rule binds`
         *
         *     Reference: Maillard, Roncalli, Teïletche (2010), The properties of equally weighted risk contribution portfolios, Journal of Portfolio Management 36; Spinu (2013), An algorithm for computing risk parity weights
         *
         *     Constraint families: `weight_bounds`, `groups`, `linear`, `budget`, `turnover`, `transaction_costs`, `tracking_error`, `risk_limits`, `min_return`, `factor_exposure`, `concentration`, `locked`
         */
        RiskParityMethod: {
            /** @description The share of the risk of every asset, above 0; the shares sum to 1, and are equal if absent */
            budgets?: {
                [key: string]: number;
            };
            /** @description 1 - confidence is the fraction of periods, the worst ones, that the measure looks at */
            confidence?: number;
            /** @description As in Method */
            constraints?: {
                [key: string]: unknown;
            };
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description The measure of risk that is divided among the assets
             * @default variance
             * @enum {string}
             */
            measure?: "variance" | "semideviation" | "mad" | "cvar" | "evar" | "cdar";
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "risk_parity";
        } & ({
            confidence?: never;
            /** @enum {string} */
            measure?: "variance" | "semideviation" | "mad";
        } | {
            /** @enum {string} */
            measure: "cvar" | "evar" | "cdar";
        });
        /**
         * Robust mean-variance
         * @description Expected returns estimated from T observations are known only to within their standard errors. The weights are the best ones for the worst expected returns within an ellipsoid, or a box, of kappa standard errors.
         *
         *     Formula: `maximise m'w - (risk_aversion / 2) w'Sw - kappa sqrt(w'(S/T)w), of a box kappa Σ sqrt(S_ii/T) |w_i| in its place, per period`
         *
         *     Reference: Goldfarb, Iyengar (2003), Robust portfolio selection problems, Mathematics of Operations Research 28; Ceria, Stubbs (2006), Incorporating estimation errors into portfolio selection, Journal of Asset Management 7
         *
         *     Constraint families: `weight_bounds`, `groups`, `linear`, `budget`, `exposure`, `turnover`, `transaction_costs`, `tracking_error`, `risk_limits`, `min_return`, `factor_exposure`, `concentration`, `cardinality`, `min_position`, `locked`
         */
        RobustMeanVarianceMethod: {
            /** @description As in Method */
            constraints?: {
                [key: string]: unknown;
            };
            /**
             * @description The size of the uncertainty set, in standard errors
             * @default 1
             */
            kappa?: number;
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "robust_mean_variance";
            /**
             * @description The price of risk, which half the variance is multiplied by
             * @default 1
             */
            risk_aversion?: number;
            /**
             * @description The shape of the set in which the true expected returns may lie
             * @default ellipsoidal
             * @enum {string}
             */
            uncertainty_set?: "ellipsoidal" | "box";
        };
        RpcMessage: {
            /** @constant */
            jsonrpc: "2.0";
        } & {
            [key: string]: unknown;
        };
        /** @description An error of JSON-RPC 2.0 */
        RpcRefusal: components["schemas"]["RpcMessage"];
        RunConfig: {
            /** @description Whole lots of the assets to buy for an amount of money, near the weights */
            allocation?: {
                /** @description Money for which whole lots are bought, in the currency of the prices */
                capital: number;
                /**
                 * @description Number of units in a lot of each asset: {asset: units}; 1 for others
                 * @default {}
                 */
                lots: {
                    [key: string]: number;
                };
            };
            /**
             * @description Which measures the statistics of each asset contain: `all`, or the `standard` ones and those that the run minimises, limits or draws a frontier of. Portfolios and the benchmark always have all measures
             * @default standard
             * @enum {string}
             */
            asset_statistics: "standard" | "all";
            /** @description The currency that prices in other currencies are converted to */
            base_currency?: string;
            /** @description What portfolios are compared with: an index or an asset by its name, weights of assets, or prices */
            benchmark?: string | {
                /** @description Weights of the run's assets, fractions: {asset: weight} */
                weights: {
                    [key: string]: number;
                };
            } | {
                /** @description A price for each of the dates of the history */
                prices: (number | null)[];
            };
            /**
             * @description Rules that the weights of every method keep, unless the method has its own
             * @default {}
             */
            constraints: components["schemas"]["Constraints"];
            /** @description How the covariance matrix is estimated; by that of the history if absent */
            covariance?: components["schemas"]["CovarianceEstimator"];
            /** @description The currency of the prices of each asset: {asset: currency}. Assets that are not named have their prices in base_currency. Only for own prices; a benchmark sent as prices is in base_currency */
            currencies?: {
                [key: string]: string;
            };
            /**
             * @description Whether doubts of severity `wrong` are told in the result (`tell`) or refuse the request with 422 (`refuse`)
             * @default tell
             * @enum {string}
             */
            doubts: "tell" | "refuse";
            /** @description Portfolios of the least risk at each return, from the least risk to the largest return */
            efficient_frontier?: components["schemas"]["EfficientFrontierConfig"];
            /** @description Last day of the history that is used, as YYYY-MM-DD; the last one that there is if absent */
            end_date?: string;
            /**
             * @description Whether the covariance matrix of more than 200 assets is in the file `covariance.bin` (`standard`) or in the result itself (`full`)
             * @default standard
             * @enum {string}
             */
            estimates: "standard" | "full";
            /** @description The rates by which prices are converted. A price takes the rate of its day, or the last one of at most 5 days before */
            exchange_rates?: {
                /** @description Days of the rates as YYYY-MM-DD, ascending */
                dates: string[];
                /** @description Rates of each currency: {currency: [rate]} */
                series: {
                    [key: string]: (number | null)[];
                };
            };
            /** @description How expected returns are estimated; by the mean of the history if absent */
            expected_returns?: components["schemas"]["ExpectedReturnsEstimator"];
            /**
             * @description Length of the periods of the returns: prices of shorter periods are thinned to it
             * @default daily
             * @enum {string}
             */
            frequency: "daily" | "weekly" | "monthly" | "yearly";
            /** @description Mutual funds whose prices the service has */
            funds?: {
                /** @description Code of the scheme in the list of AMFI */
                scheme_code: number;
            }[];
            /**
             * @description Which returns estimates use: `common`, those on days that all assets have, or `available`, all that each asset and each pair of assets has. `available` is for the estimators and methods that need no returns of all assets on the same days; metrics and curves still use the days that all have. In a backtest of such a run an asset takes part once it has a whole train window, and is sold at its last price when its series ends
             * @default common
             * @enum {string}
             */
            history: "common" | "available";
            /** @description Methods by which weights are found, by their ids or with parameters */
            methods: components["schemas"]["ConfigMethod"][];
            /** @description Own expected returns and covariance matrix per period, in place of a history */
            moments?: {
                /** @description Names of the assets, in the order of the numbers */
                assets: string[];
                /** @description Covariance matrix of the returns per period: a row of numbers an asset */
                covariance: number[][];
                /** @description Expected return of each asset per period, a fraction */
                expected_returns: number[];
                /**
                 * @description What is done about a matrix that is not positive semidefinite. `clip` raises negative eigenvalues of its correlations to 0, `nearest` takes the nearest positive semidefinite correlations and keeps the variances. Without it such a matrix is refused where it is more than rounding, which is clipped
                 * @enum {string}
                 */
                repair?: "clip" | "nearest";
            };
            /** @description Simulation of a method, computed within the run */
            monte_carlo?: {
                /**
                 * @description Number of periods in a row that `block_bootstrap` draws together, or `stationary_bootstrap` on average; chosen by the returns if absent
                 * @default null
                 */
                block_length: number | null;
                /**
                 * @description Confidence level of value at risk and conditional value at risk, a fraction between 0 and 1
                 * @default 0.95
                 */
                confidence: number;
                /**
                 * @description Money that is added at the end of each period, in today's money
                 * @default 0
                 */
                contribution: number;
                /**
                 * @description How heavy the tails of `student_t` are, a number above 2, heavier the smaller; fitted to the history if absent, and 5 without one
                 * @default null
                 */
                degrees_of_freedom: number | null;
                /**
                 * @description Worth to reach at the end, in money; the result then has the probability of it
                 * @default null
                 */
                goal: number | null;
                /** @description Length of each path, in periods of the run's returns; a year if absent */
                horizon?: number;
                /**
                 * @description Annual inflation, a fraction, by which contribution and withdrawal rise
                 * @default 0
                 */
                inflation: number;
                /**
                 * @description Worth of the portfolio at the start, in money
                 * @default 1
                 */
                initial_value: number;
                /**
                 * @description Key of the method of the run whose portfolio is simulated; the first one that has weights if absent
                 * @default null
                 */
                method: string | null;
                /**
                 * @description How returns are drawn: from a fitted distribution, or from the rows of the history
                 * @default gaussian
                 * @enum {string}
                 */
                model: "gaussian" | "student_t" | "bootstrap" | "block_bootstrap" | "stationary_bootstrap" | "filtered_historical";
                /**
                 * @description Name under which the simulation is listed
                 * @default null
                 */
                name: string | null;
                /**
                 * @description Number of simulated paths; times the horizon at most 260,000,000
                 * @default 10000
                 */
                paths: number;
                /**
                 * @description Number of periods after which the weights are restored; 0 never restores them
                 * @default 1
                 */
                rebalance: number;
                /** @description Seed of the random numbers, a whole number: the same seed draws the same paths; the run's if absent */
                seed?: number;
                /**
                 * @description Money that is taken out at the end of each period, in today's money
                 * @default 0
                 */
                withdrawal: number;
            };
            /** @description Name under which the run is listed */
            name?: string;
            /**
             * @description Whether a first or last week or month of which the history lacks days is left out or counts with the days there are. Left out, months are left out and weeks count
             * @enum {string}
             */
            partial_periods?: "leave_out" | "count";
            /** @description Number of periods in a year by which figures are annualised. Left out, it follows from the dates: 252 for days of a market that trades on five days of the week, 365 for one that trades on all seven, 52 for weeks, 12 for months. Own dates farther apart than months, such as quarters, need it: 4, with the frequency `monthly`. Moments and scenarios have no dates: there it follows from the frequency, 252 for `daily`, which is taken where none is sent, 52, 12, and 1 for `yearly` */
            periods_per_year?: number;
            /** @description Own prices of the assets, on the days that they have them */
            prices?: {
                /** @description Days as YYYY-MM-DD, ascending */
                dates: string[];
                /** @description Prices of each asset, one for each of the dates: {asset: [number]}; null where there is none */
                series: {
                    [key: string]: (number | null)[];
                };
            } | {
                /** @description Id of a ready upload for this field, in place of the history itself */
                upload: string;
            };
            /** @description Own simple returns of the assets, in place of prices */
            returns?: {
                /** @description Days as YYYY-MM-DD, ascending */
                dates: string[];
                /** @description Simple returns, as fractions, of each asset, one for each of the dates: {asset: [number]}; null where there is none */
                series: {
                    [key: string]: (number | null)[];
                };
            } | {
                /** @description Id of a ready upload for this field, in place of the history itself */
                upload: string;
            };
            /** @description Annual return without risk, a fraction: 0.05 is 5 percent; that of the market if absent, and 0 without one */
            risk_free_rate?: number;
            /** @description Backtest of the methods, computed within the run */
            rolling_backtest?: {
                /** @description What the backtest is compared with: the run's own benchmark by its name, an asset of the run, or weights of its assets; the run's benchmark if absent */
                benchmark?: (string | {
                    /** @description Weights of the run's assets, fractions: {asset: weight} */
                    weights: {
                        [key: string]: number;
                    };
                }) | null;
                /**
                 * @description Cost of trading, in basis points of the traded amount: 10 are 0.1 percent
                 * @default 0
                 */
                cost_bps: number;
                /**
                 * @description Whether weights move with prices between rebalances; if not, they are restored after each return without cost
                 * @default true
                 */
                drift: boolean;
                /** @description Last day whose return the backtest earns; the last of the history if absent */
                end_date?: string;
                /**
                 * @description Whether each train window begins at the first return and grows; if not, its length stays and it moves on
                 * @default false
                 */
                expanding: boolean;
                /**
                 * @description Worth of the portfolio at the start, in money
                 * @default 1
                 */
                initial_capital: number;
                methods: components["schemas"]["ConfigMethod"][];
                /** @description Name under which the backtest is listed */
                name?: string;
                /** @description Number of returns between two rebalances; a month of them if absent, and 1 for yearly returns. At most 5000 rebalances, counted over all methods; fewer where the run has more than about 700 assets */
                rebalance_every?: number;
                /**
                 * @description Loss by worse prices when trading, in basis points of the traded amount; added to the cost
                 * @default 0
                 */
                slippage_bps: number;
                /** @description First day whose return the backtest earns; the returns of the train window stand before it. Left out, the first returns of the history train */
                start_date?: string;
                /** @description Number of returns before each rebalance from which its weights are computed; a year of them if absent */
                train_window?: number;
            };
            /** @description Simulated returns without dates, as `matrix`, as `base64` or by an upload. What needs dates or their order is refused: backtests, drawdowns, start and end dates, allocations, benchmarks by index or prices, factors and models of blocks. `frequency` or `periods_per_year` says how long a scenario is: a day where neither is sent */
            scenarios?: {
                /** @description Names of the assets */
                assets: string[];
                /** @description The same numbers in place of `matrix`: doubles, little-endian and row by row, as base64 */
                base64?: string;
                /** @description The simple returns: a row of numbers a scenario, a number an asset, in the order of `assets` */
                matrix?: number[][];
                /** @description The probability of each scenario; they sum to 1 to within 1e-6. Left out, or all equal, scenarios are equally likely. Scenarios of probability 0 are left out. Methods, estimators and measures that cannot weigh scenarios are refused, and statistics that cannot are null */
                probabilities?: number[];
            } | {
                /** @description The probability of each scenario; they sum to 1 to within 1e-6. Left out, or all equal, scenarios are equally likely. Scenarios of probability 0 are left out. Methods, estimators and measures that cannot weigh scenarios are refused, and statistics that cannot are null */
                probabilities?: number[];
                /** @description Id of a ready upload of scenarios, in place of their assets and numbers */
                upload: string;
            };
            /**
             * @description Seed of all random numbers of the run, a whole number: the same seed gives the same result
             * @default 0
             */
            seed: number;
            /** @description First day of the history that is used, as YYYY-MM-DD; all days that there are if absent */
            start_date?: string;
            /** @description Weights that are held now, fractions of the portfolio: {asset: weight}; cash if absent */
            starting_portfolio?: {
                [key: string]: number;
            };
            /** @description Listed shares whose prices the service has */
            stocks?: {
                /**
                 * @description Exchange at which the share is listed
                 * @enum {string}
                 */
                exchange: "NSE" | "BSE" | "US";
                /** @description Symbol of the share at its exchange */
                ticker: string;
            }[];
        };
        RunTags: {
            run_id: string;
            tags: string[];
        };
        /**
         * Sample covariance
         * @description The covariance of the returns as they were, divided by one less than their number.
         *
         *     Formula: `sum((r_t - mean)(r_t - mean)') / (T - 1)`
         *
         *     Reference: Markowitz, H. (1952), Portfolio Selection, The Journal of Finance 7(1), 77-91
         */
        SampleCovariance: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            estimator: "sample";
        };
        /**
         * Schur complementary portfolio
         * @description Hierarchical risk parity in which the covariance of each half is reduced by a fraction gamma of the part that the other half explains. It leads from hrp at a gamma of 0 towards the minimum variance portfolio at 1.
         *
         *     Formula: `hrp with the symmetric part of (I - γ B D⁻¹ M')⁻¹ (A - γ B D⁻¹ B') in place of a half's covariance A, where D is that of the other half and B between the two; M = I for halves of one size, else the mean over k of I with a row of means put in at place k, or for the smaller half the transpose of that times their sizes' ratio`
         *
         *     Reference: Cotton (2024), Schur complementary allocation: a unification of hierarchical risk parity and minimum variance portfolios, arXiv:2411.05807
         *
         *     Constraint families: `weight_bounds`
         */
        SchurMethod: {
            /** @description As in Method */
            constraints?: {
                [key: string]: unknown;
            };
            /**
             * @description The correlation from which the distance of two assets is computed
             * @default pearson
             * @enum {string}
             */
            distance?: "pearson" | "spearman" | "kendall" | "absolute";
            /**
             * @description How much the other half of the assets counts: 0 gives hrp, 1 comes near the minimum variance portfolio
             * @default 0.5
             */
            gamma?: number;
            /** @description Names the entry in the result; the method's id if absent */
            key?: string;
            /**
             * @description The order of the assets: with neighbours as close as the tree allows, or as the tree was built
             * @default optimal
             * @enum {string}
             */
            leaf_order?: "optimal" | "dendrogram";
            /**
             * @description The rule for the distance of two clusters
             * @default ward
             * @enum {string}
             */
            linkage?: "single" | "complete" | "average" | "ward";
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "schur";
        };
        /**
         * Semicovariance
         * @description A covariance of shortfalls only: each return counts by how far it is below the target, so that gains are no risk.
         *
         *     Formula: `sum(min(r_t - target, 0) min(r_t - target, 0)') / T, target per period`
         *
         *     Reference: Estrada, J. (2008), Mean-Semivariance Optimization: A Heuristic Approach, Journal of Applied Finance 18(1), 57-72
         */
        SemiCovariance: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            estimator: "semi";
            /**
             * @description The return per period below which a shortfall begins
             * @default 0
             */
            target?: number;
        };
        Session: {
            /** @description The network that the sign-in came from */
            address: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description Whether this is the session of the request */
            current: boolean;
            /**
             * Format: date-time
             * @description When the session was last begun or refreshed; its access token is valid for 15 minutes from then on
             */
            last_used_at: string;
            session_id: string;
            /** @description The User-Agent header of the sign-in */
            user_agent: string | null;
        };
        SessionList: {
            items: components["schemas"]["Session"][];
            next_cursor: string | null;
        };
        /**
         * Shrinkage to equilibrium
         * @description A mix of the historical means and the equilibrium returns, which are the returns that assets should earn if the market is to hold them in its present weights. The equilibrium has the share `shrinkage`. Only the proportions of the market weights count, so that capitalisations can be sent.
         *
         *     Formula: `k (rf + risk_aversion S w) + (1 - k) m, k = shrinkage, m the means, S the covariance of the run, w = market_weights / their sum`
         *
         *     Reference: Black, F. and Litterman, R. (1992), Global Portfolio Optimization, Financial Analysts Journal 48(5), 28-43
         */
        ShrunkEquilibriumExpectedReturns: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            estimator: "shrunk_equilibrium";
            /** @description Weights or capitalisations of the assets in the market; an asset that is left out has 0 */
            market_weights: {
                [key: string]: number;
            };
            /**
             * @description The excess return that the market demands per unit of variance
             * @default 2.5
             */
            risk_aversion?: number;
            /**
             * @description The weight of the equilibrium returns; the historical means have the rest
             * @default 0.5
             */
            shrinkage?: number;
        };
        SigningKeys: {
            keys: {
                /** @constant */
                alg: "EdDSA";
                /** @constant */
                crv: "Ed25519";
                kid: string;
                /** @constant */
                kty: "OKP";
                /** @constant */
                use: "sig";
                x: string;
            }[];
        };
        SignUpRequest: {
            /** Format: email */
            email: string;
            full_name: string;
            /** Format: password */
            password: string;
        };
        Simulation: {
            config: components["schemas"]["SimulationConfig"];
            /** Format: date-time */
            created_at: string;
            detail_expires_at: string | null;
            /** @description Opens the fan, the histogram and sample paths without a credential */
            detail_url: string | null;
            error: {
                /** @description Why it failed: insufficient_history, too_many_rebalances, market_data_unavailable, constraints_infeasible, methods_failed, out_of_memory, worker_lost, input_lost, internal */
                code: string;
                conflict?: {
                    /** @description Changes of limits of the request that together let all rules be met, with the smallest sum; empty where they do not fit */
                    joint_relaxation: {
                        family: string;
                        from: number;
                        /** @enum {string} */
                        limit: "min" | "max";
                        rule: string | null;
                        to: number | null;
                    }[];
                    /** @description Whether no smaller set of rules is in conflict */
                    minimum: boolean;
                    /** @description For each limit of these rules the smallest change that alone lets all rules be met; null where no change does. Limits are left out where there are too many to compute or to list, or where a change is not proven */
                    relaxation: {
                        family: string;
                        from: number;
                        /** @enum {string} */
                        limit: "min" | "max";
                        rule: string | null;
                        to: number | null;
                    }[];
                    /** @description Rules that cannot be met together; without any one of them the others can. Empty where the search for them ended early. Where they do not fit into an answer, the last entry counts the remaining rules and names no family */
                    rules: {
                        detail: string;
                        family: string;
                        rule: string | null;
                    }[];
                };
                detail: string;
                /** @description Doubts about the data and the numbers of the run, which may say why no method has an answer: the most severe first, as many as fit into 8 KiB. Absent without any */
                doubts?: components["schemas"]["Doubt"][];
            } | null;
            finished_at: string | null;
            mc_run_id: string;
            name: string | null;
            /** @description Id of the run that the job is based on */
            parent_run_id: string;
            progress: {
                fraction: number;
                phase: string;
            };
            started_at: string | null;
            /** @enum {string} */
            status: "queued" | "running" | "uploading" | "succeeded" | "failed" | "cancelled";
            /** @description Null before success, and if the stored figures cannot be read */
            summary: components["schemas"]["SimulationSummary"] | null;
            uploading_at: string | null;
        };
        /** @description The config that the simulation was submitted with. Null in a list if it is larger than 4 KiB, and in the answer to a request that was repeated with its Idempotency-Key after the simulation was deleted; the other fields are then those of the accepted simulation, with `status` queued */
        SimulationConfig: {
            /**
             * @description Number of periods in a row that `block_bootstrap` draws together, or `stationary_bootstrap` on average; chosen by the returns if absent
             * @default null
             */
            block_length: number | null;
            /**
             * @description Confidence level of value at risk and conditional value at risk, a fraction between 0 and 1
             * @default 0.95
             */
            confidence: number;
            /**
             * @description Money that is added at the end of each period, in today's money
             * @default 0
             */
            contribution: number;
            /**
             * @description How heavy the tails of `student_t` are, a number above 2, heavier the smaller; fitted to the history if absent, and 5 without one
             * @default null
             */
            degrees_of_freedom: number | null;
            /**
             * @description Worth to reach at the end, in money; the result then has the probability of it
             * @default null
             */
            goal: number | null;
            /** @description Length of each path, in periods of the run's returns; a year if absent */
            horizon?: number;
            /**
             * @description Annual inflation, a fraction, by which contribution and withdrawal rise
             * @default 0
             */
            inflation: number;
            /**
             * @description Worth of the portfolio at the start, in money
             * @default 1
             */
            initial_value: number;
            /**
             * @description Key of the method of the run whose portfolio is simulated; the first one that has weights if absent
             * @default null
             */
            method: string | null;
            /**
             * @description How returns are drawn: from a fitted distribution, or from the rows of the history
             * @default gaussian
             * @enum {string}
             */
            model: "gaussian" | "student_t" | "bootstrap" | "block_bootstrap" | "stationary_bootstrap" | "filtered_historical";
            /**
             * @description Name under which the simulation is listed
             * @default null
             */
            name: string | null;
            /**
             * @description Number of simulated paths; times the horizon at most 260,000,000
             * @default 10000
             */
            paths: number;
            /**
             * @description Number of periods after which the weights are restored; 0 never restores them
             * @default 1
             */
            rebalance: number;
            /** @description Seed of the random numbers, a whole number: the same seed draws the same paths; the run's if absent */
            seed?: number;
            /**
             * @description Money that is taken out at the end of each period, in today's money
             * @default 0
             */
            withdrawal: number;
        } | null;
        SimulationPage: {
            items: components["schemas"]["Simulation"][];
            next_cursor: string | null;
        };
        SimulationRequest: {
            /**
             * @description Number of periods in a row that `block_bootstrap` draws together, or `stationary_bootstrap` on average; chosen by the returns if absent
             * @default null
             */
            block_length?: number | null;
            /**
             * @description Confidence level of value at risk and conditional value at risk, a fraction between 0 and 1
             * @default 0.95
             */
            confidence?: number;
            /**
             * @description Money that is added at the end of each period, in today's money
             * @default 0
             */
            contribution?: number;
            /**
             * @description How heavy the tails of `student_t` are, a number above 2, heavier the smaller; fitted to the history if absent, and 5 without one
             * @default null
             */
            degrees_of_freedom?: number | null;
            /**
             * @description Whether doubts of severity `wrong` are told in the result (`tell`) or refuse the request with 422 (`refuse`)
             * @default tell
             * @enum {string}
             */
            doubts?: "tell" | "refuse";
            /**
             * @description Worth to reach at the end, in money; the result then has the probability of it
             * @default null
             */
            goal?: number | null;
            /** @description Length of each path, in periods of the run's returns; a year if absent */
            horizon?: number;
            /**
             * @description Annual inflation, a fraction, by which contribution and withdrawal rise
             * @default 0
             */
            inflation?: number;
            /**
             * @description Worth of the portfolio at the start, in money
             * @default 1
             */
            initial_value?: number;
            /**
             * @description Key of the method of the run whose portfolio is simulated; the first one that has weights if absent
             * @default null
             */
            method?: string | null;
            /**
             * @description How returns are drawn: from a fitted distribution, or from the rows of the history
             * @default gaussian
             * @enum {string}
             */
            model?: "gaussian" | "student_t" | "bootstrap" | "block_bootstrap" | "stationary_bootstrap" | "filtered_historical";
            /**
             * @description Name under which the simulation is listed
             * @default null
             */
            name?: string | null;
            /**
             * @description Number of simulated paths; times the horizon at most 260,000,000
             * @default 10000
             */
            paths?: number;
            /**
             * @description Number of periods after which the weights are restored; 0 never restores them
             * @default 1
             */
            rebalance?: number;
            /** @description Seed of the random numbers, a whole number: the same seed draws the same paths; the run's if absent */
            seed?: number;
            /**
             * @description Money that is taken out at the end of each period, in today's money
             * @default 0
             */
            withdrawal?: number;
        };
        SimulationSummary: {
            /** @description Null where the rate is too large for a double */
            cagr: {
                median: number | null;
                percentiles: {
                    [key: string]: number | null;
                };
            };
            conditional_value_at_risk: number;
            /** @description Doubts about the numbers of the request, about those that it takes from its run and about the data of the run, the most severe first; none of them changed the answer. `evidence.pointer` leads into the config, or into that of the run where only that has the field. Absent within a run, whose doubts stand in `data.doubts`, and in results of earlier versions */
            doubts?: components["schemas"]["Doubt"][];
            /** @description Number of periods */
            horizon: number;
            max_drawdown: {
                median: number;
                percentiles: {
                    [key: string]: number;
                };
            };
            /** @description Parameters of the model that the paths were drawn from, as requested or as fitted; null where the model has none */
            model: {
                /** @description Periods; their mean with stationary_bootstrap */
                block_length: number | null;
                degrees_of_freedom: number | null;
            };
            paths: number;
            /** @description Null without a goal */
            probability_of_goal: number | null;
            /** @description Fraction of paths whose final wealth and withdrawals together are below the money paid in */
            probability_of_loss: number;
            probability_of_ruin: number;
            terminal: {
                mean: number;
                median: number;
                percentiles: {
                    [key: string]: number;
                };
                standard_deviation: number;
            };
            /** @description A fraction of the money paid in */
            value_at_risk: number;
        };
        Submission: {
            /** @description Whole lots of the assets to buy for an amount of money, near the weights */
            allocation?: {
                /** @description Money for which whole lots are bought, in the currency of the prices */
                capital: number;
                /**
                 * @description Number of units in a lot of each asset: {asset: units}; 1 for others
                 * @default {}
                 */
                lots?: {
                    [key: string]: number;
                };
            };
            /**
             * @description Which measures the statistics of each asset contain: `all`, or the `standard` ones and those that the run minimises, limits or draws a frontier of. Portfolios and the benchmark always have all measures
             * @default standard
             * @enum {string}
             */
            asset_statistics?: "standard" | "all";
            /** @description The currency that prices in other currencies are converted to */
            base_currency?: string;
            /** @description What portfolios are compared with: an index or an asset by its name, weights of assets, or prices */
            benchmark?: string | {
                /** @description Weights of the run's assets, fractions: {asset: weight} */
                weights: {
                    [key: string]: number;
                };
            } | {
                /** @description A price for each of the dates of the history */
                prices: (number | null)[];
            };
            /**
             * @description Rules that the weights of every method keep, unless the method has its own
             * @default {}
             */
            constraints?: components["schemas"]["Constraints"];
            /** @description How the covariance matrix is estimated; by that of the history if absent */
            covariance?: components["schemas"]["CovarianceEstimator"];
            /** @description The currency of the prices of each asset: {asset: currency}. Assets that are not named have their prices in base_currency. Only for own prices; a benchmark sent as prices is in base_currency */
            currencies?: {
                [key: string]: string;
            };
            /**
             * @description Whether doubts of severity `wrong` are told in the result (`tell`) or refuse the request with 422 (`refuse`)
             * @default tell
             * @enum {string}
             */
            doubts?: "tell" | "refuse";
            /** @description Portfolios of the least risk at each return, from the least risk to the largest return */
            efficient_frontier?: components["schemas"]["EfficientFrontierRequest"];
            /** @description Last day of the history that is used, as YYYY-MM-DD; the last one that there is if absent */
            end_date?: string;
            /**
             * @description Whether the covariance matrix of more than 200 assets is in the file `covariance.bin` (`standard`) or in the result itself (`full`)
             * @default standard
             * @enum {string}
             */
            estimates?: "standard" | "full";
            /** @description The rates by which prices are converted. A price takes the rate of its day, or the last one of at most 5 days before */
            exchange_rates?: {
                /** @description Days of the rates as YYYY-MM-DD, ascending */
                dates: string[];
                /** @description Rates of each currency: {currency: [rate]} */
                series: {
                    [key: string]: (number | null)[];
                };
            };
            /** @description How expected returns are estimated; by the mean of the history if absent */
            expected_returns?: components["schemas"]["ExpectedReturnsEstimator"];
            /**
             * @description Length of the periods of the returns: prices of shorter periods are thinned to it
             * @default daily
             * @enum {string}
             */
            frequency?: "daily" | "weekly" | "monthly" | "yearly";
            /** @description Mutual funds whose prices the service has */
            funds?: {
                /** @description Code of the scheme in the list of AMFI */
                scheme_code: number;
            }[];
            /**
             * @description Which returns estimates use: `common`, those on days that all assets have, or `available`, all that each asset and each pair of assets has. `available` is for the estimators and methods that need no returns of all assets on the same days; metrics and curves still use the days that all have. In a backtest of such a run an asset takes part once it has a whole train window, and is sold at its last price when its series ends
             * @default common
             * @enum {string}
             */
            history?: "common" | "available";
            /** @description Methods by which weights are found, by their ids or with parameters */
            methods: (("equal_weight" | "inverse_volatility" | "hold" | "min_volatility" | "max_sharpe" | "max_return" | "max_quadratic_utility" | "efficient_risk" | "efficient_return" | "critical_line" | "max_diversification" | "max_decorrelation" | "kelly" | "risk_parity" | "min_semideviation" | "min_mad" | "min_gini" | "min_cvar" | "min_evar" | "min_worst_realization" | "min_average_drawdown" | "min_max_drawdown" | "min_cdar" | "min_edar" | "min_ulcer_index" | "max_sortino" | "max_omega" | "max_return_cvar" | "max_return_evar" | "max_calmar" | "max_return_cdar" | "max_martin" | "mean_risk" | "hrp" | "herc" | "nco" | "schur" | "robust_mean_variance" | "dr_cvar" | "min_tracking_error" | "max_information_ratio") | components["schemas"]["Method"])[];
            /** @description Own expected returns and covariance matrix per period, in place of a history */
            moments?: {
                /** @description Names of the assets, in the order of the numbers */
                assets: string[];
                /** @description Covariance matrix of the returns per period: a row of numbers an asset */
                covariance: number[][];
                /** @description Expected return of each asset per period, a fraction */
                expected_returns: number[];
                /**
                 * @description What is done about a matrix that is not positive semidefinite. `clip` raises negative eigenvalues of its correlations to 0, `nearest` takes the nearest positive semidefinite correlations and keeps the variances. Without it such a matrix is refused where it is more than rounding, which is clipped
                 * @enum {string}
                 */
                repair?: "clip" | "nearest";
            };
            /** @description Simulation of a method, computed within the run */
            monte_carlo?: {
                /**
                 * @description Number of periods in a row that `block_bootstrap` draws together, or `stationary_bootstrap` on average; chosen by the returns if absent
                 * @default null
                 */
                block_length?: number | null;
                /**
                 * @description Confidence level of value at risk and conditional value at risk, a fraction between 0 and 1
                 * @default 0.95
                 */
                confidence?: number;
                /**
                 * @description Money that is added at the end of each period, in today's money
                 * @default 0
                 */
                contribution?: number;
                /**
                 * @description How heavy the tails of `student_t` are, a number above 2, heavier the smaller; fitted to the history if absent, and 5 without one
                 * @default null
                 */
                degrees_of_freedom?: number | null;
                /**
                 * @description Worth to reach at the end, in money; the result then has the probability of it
                 * @default null
                 */
                goal?: number | null;
                /** @description Length of each path, in periods of the run's returns; a year if absent */
                horizon?: number;
                /**
                 * @description Annual inflation, a fraction, by which contribution and withdrawal rise
                 * @default 0
                 */
                inflation?: number;
                /**
                 * @description Worth of the portfolio at the start, in money
                 * @default 1
                 */
                initial_value?: number;
                /**
                 * @description Key of the method of the run whose portfolio is simulated; the first one that has weights if absent
                 * @default null
                 */
                method?: string | null;
                /**
                 * @description How returns are drawn: from a fitted distribution, or from the rows of the history
                 * @default gaussian
                 * @enum {string}
                 */
                model?: "gaussian" | "student_t" | "bootstrap" | "block_bootstrap" | "stationary_bootstrap" | "filtered_historical";
                /**
                 * @description Name under which the simulation is listed
                 * @default null
                 */
                name?: string | null;
                /**
                 * @description Number of simulated paths; times the horizon at most 260,000,000
                 * @default 10000
                 */
                paths?: number;
                /**
                 * @description Number of periods after which the weights are restored; 0 never restores them
                 * @default 1
                 */
                rebalance?: number;
                /** @description Seed of the random numbers, a whole number: the same seed draws the same paths; the run's if absent */
                seed?: number;
                /**
                 * @description Money that is taken out at the end of each period, in today's money
                 * @default 0
                 */
                withdrawal?: number;
            };
            /** @description Name under which the run is listed */
            name?: string;
            /**
             * @description Whether a first or last week or month of which the history lacks days is left out or counts with the days there are. Left out, months are left out and weeks count
             * @enum {string}
             */
            partial_periods?: "leave_out" | "count";
            /** @description Number of periods in a year by which figures are annualised. Left out, it follows from the dates: 252 for days of a market that trades on five days of the week, 365 for one that trades on all seven, 52 for weeks, 12 for months. Own dates farther apart than months, such as quarters, need it: 4, with the frequency `monthly`. Moments and scenarios have no dates: there it follows from the frequency, 252 for `daily`, which is taken where none is sent, 52, 12, and 1 for `yearly` */
            periods_per_year?: number;
            /** @description Own prices of the assets, on the days that they have them */
            prices?: {
                /** @description Days as YYYY-MM-DD, ascending */
                dates: string[];
                /** @description Prices of each asset, one for each of the dates: {asset: [number]}; null where there is none */
                series: {
                    [key: string]: (number | null)[];
                };
            } | {
                /** @description Id of a ready upload for this field, in place of the history itself */
                upload: string;
            };
            /** @description Own simple returns of the assets, in place of prices */
            returns?: {
                /** @description Days as YYYY-MM-DD, ascending */
                dates: string[];
                /** @description Simple returns, as fractions, of each asset, one for each of the dates: {asset: [number]}; null where there is none */
                series: {
                    [key: string]: (number | null)[];
                };
            } | {
                /** @description Id of a ready upload for this field, in place of the history itself */
                upload: string;
            };
            /** @description Annual return without risk, a fraction: 0.05 is 5 percent; that of the market if absent, and 0 without one */
            risk_free_rate?: number;
            /** @description Backtest of the methods, computed within the run */
            rolling_backtest?: components["schemas"]["BacktestRequest"];
            /** @description Simulated returns without dates, as `matrix`, as `base64` or by an upload. What needs dates or their order is refused: backtests, drawdowns, start and end dates, allocations, benchmarks by index or prices, factors and models of blocks. `frequency` or `periods_per_year` says how long a scenario is: a day where neither is sent */
            scenarios?: {
                /** @description Names of the assets */
                assets: string[];
                /** @description The same numbers in place of `matrix`: doubles, little-endian and row by row, as base64 */
                base64?: string;
                /** @description The simple returns: a row of numbers a scenario, a number an asset, in the order of `assets` */
                matrix?: number[][];
                /** @description The probability of each scenario; they sum to 1 to within 1e-6. Left out, or all equal, scenarios are equally likely. Scenarios of probability 0 are left out. Methods, estimators and measures that cannot weigh scenarios are refused, and statistics that cannot are null */
                probabilities?: number[];
            } | {
                /** @description The probability of each scenario; they sum to 1 to within 1e-6. Left out, or all equal, scenarios are equally likely. Scenarios of probability 0 are left out. Methods, estimators and measures that cannot weigh scenarios are refused, and statistics that cannot are null */
                probabilities?: number[];
                /** @description Id of a ready upload of scenarios, in place of their assets and numbers */
                upload: string;
            };
            /**
             * @description Seed of all random numbers of the run, a whole number: the same seed gives the same result
             * @default 0
             */
            seed?: number;
            /** @description First day of the history that is used, as YYYY-MM-DD; all days that there are if absent */
            start_date?: string;
            /** @description Weights that are held now, fractions of the portfolio: {asset: weight}; cash if absent */
            starting_portfolio?: {
                [key: string]: number;
            };
            /** @description Listed shares whose prices the service has */
            stocks?: {
                /**
                 * @description Exchange at which the share is listed
                 * @enum {string}
                 */
                exchange: "NSE" | "BSE" | "US";
                /** @description Symbol of the share at its exchange */
                ticker: string;
            }[];
        };
        TagCount: {
            /** @description Number of runs with the tag */
            runs: number;
            tag: string;
        };
        TagList: {
            items: components["schemas"]["TagCount"][];
            next_cursor: string | null;
        };
        TagRequest: {
            tag: string;
        };
        Template: {
            /** Format: date-time */
            created_at: string;
            name: string;
            /** @description The request as it was sent */
            request: {
                [key: string]: unknown;
            };
            template_id: string;
            /** Format: date-time */
            updated_at: string;
        };
        TemplateList: {
            items: components["schemas"]["Template"][];
            next_cursor: string | null;
        };
        TemplateRenaming: {
            name: string;
        };
        TemplateRequest: {
            name: string;
            /** @description A body of POST /jobs without a history, or a part of one */
            request: {
                [key: string]: unknown;
            };
        };
        Ticker: {
            /** @enum {string} */
            exchange: "NSE" | "BSE";
            /** @description In rupees */
            face_value: number | null;
            isin: string | null;
            listed_on: string | null;
            name: string;
            sector: string | null;
            /** @description The ticker in letters that BSE has beside its code; null on NSE */
            security_id: string | null;
            /** @description The series of NSE, the group of BSE */
            series: string | null;
            /** @description The ticker of NSE, the code of BSE */
            symbol: string;
        };
        TokenRequest: {
            /** Format: email */
            email: string;
        };
        /**
         * Tracking error
         * @description The largest annual tracking error against the benchmark of the run. Against a benchmark of weights in the run's assets it is computed from the estimated covariance; against any other benchmark it is the sample standard deviation of the differences in return.
         *
         *     Formula: `sqrt(periods (w - b)'S(w - b)) ≤ max, or sqrt(periods) times the standard deviation of x - b against a series`
         *
         *     Reference: Roll (1992), A mean/variance analysis of tracking error, Journal of Portfolio Management 18
         */
        TrackingError: {
            /** @description The largest tracking error, an annual fraction */
            max: number;
        };
        /**
         * Transaction costs
         * @description Costs in basis points of each change from the starting portfolio, the same for buying and selling, of all assets or of single assets. The costs divided by amortization_periods are subtracted from the expected return per period: in objectives, in the excess return of ratios, in target returns and in min_return. Methods that minimise risk alone weigh no expected return, so that costs move their weights only by max, the largest sum of all costs, or by min_return. Holdings outside the run's assets count as sold, at the cost bps.
         *
         *     Formula: `m'w - Σ bps_i |w_i - w0_i| / (10,000 amortization_periods) in place of m'w; Σ bps_i |w_i - w0_i| / 10,000 ≤ max`
         *
         *     Reference: Lobo, Fazel, Boyd (2007), Portfolio optimization with linear and fixed transaction costs, Annals of Operations Research 152
         */
        TransactionCosts: {
            /**
             * @description Number of periods over which costs are spread when they are subtracted from the expected return
             * @default 1
             */
            amortization_periods?: number;
            /**
             * @description Costs of single assets in place of the general one, in basis points: {asset: cost}
             * @default {}
             */
            assets?: {
                [key: string]: number;
            };
            /**
             * @description Cost of trading, in basis points of the traded amount: 10 are 0.1 percent
             * @default 0
             */
            bps?: number;
            /** @description The largest cost of all trades together, a fraction of the portfolio, whatever the periods */
            max?: number;
        };
        /**
         * Turnover
         * @description The largest one-way turnover: half the sum of the absolute changes from the starting portfolio. Holdings outside the run's assets count as sold.
         *
         *     Formula: `(Σ |w_i - w0_i| + holdings outside the run) / 2 ≤ max`
         *
         *     Reference: Boyd et al. (2017), Multi-period trading via convex optimization, Foundations and Trends in Optimization 3
         */
        Turnover: {
            /** @description The largest half of the sum of all changes of weights, a fraction of the portfolio */
            max: number;
        };
        Universe: {
            /** @description The day of the older list of the two exchanges */
            as_of: string | null;
            count: number;
            /** @description Digest of the tickers and their day, from which the ETag is made */
            digest: string;
            /** @description Tickers of NSE, then of BSE, by symbol */
            tickers: components["schemas"]["Ticker"][];
        };
        Upload: {
            assets: number | null;
            /** @description Bytes of the file, or as many as were announced for it */
            bytes: number | null;
            /** Format: date-time */
            created_at: string;
            /** @description Why the file was refused */
            detail: string | null;
            end_date: string | null;
            /**
             * Format: date-time
             * @description When the link of a pending upload ends, or when any other upload is deleted. A ready upload is kept for 7 days after its file came and after each run that names it
             */
            expires_at: string;
            /** @enum {string} */
            format: "csv" | "arrow";
            /**
             * @description Field of a run that may name the upload
             * @enum {string}
             */
            kind: "prices" | "returns" | "scenarios";
            name: string | null;
            rows: number | null;
            /** @description Digest of the file as it arrived, in hexadecimal */
            sha256: string | null;
            start_date: string | null;
            /**
             * @description `pending` until the file came; `ready` for runs; `refused` if the file cannot be read; `expired` if the link ended before a file came
             * @enum {string}
             */
            status: "pending" | "ready" | "refused" | "expired";
            /** @description Bytes that the upload counts of the plan's storage */
            stored_bytes: number;
            upload_id: string;
        };
        UploadList: {
            items: components["schemas"]["Upload"][];
            next_cursor: string | null;
        };
        UploadRequest: {
            /**
             * @description Size of the file, where it is known. A file of another size is then refused. A service may take less than 256 MiB: `max_bytes` of the answer says how much
             * @default null
             */
            bytes?: number | null;
            /**
             * @description `csv` is text of one column of days and one for each asset, as `deno task optimize --prices` reads it; `arrow` is the file or stream format of Apache Arrow without compression, with one column of days (date32, date64, or timestamps at midnight) and one of numbers for each asset. Scenarios have no column of days: a file of them has at most 50,000 rows of plain numbers, 5,000 assets and 50 million numbers
             * @default csv
             * @enum {string}
             */
            format?: "csv" | "arrow";
            /**
             * @description What the file holds: the field of a run that may name the upload
             * @enum {string}
             */
            kind: "prices" | "returns" | "scenarios";
            /**
             * @description A name to show, and the name of the asset of a file with the fields of one asset
             * @default null
             */
            name?: string | null;
        };
        User: {
            /** Format: date-time */
            created_at: string;
            email: string;
            full_name: string;
            id: string;
        };
        UsStock: {
            exchange: string;
            /** @description Whether it is an exchange-traded fund; null where the exchanges do not say */
            is_etf: boolean | null;
            name: string;
            symbol: string;
        };
        UsStocksFound: {
            items: components["schemas"]["UsStock"][];
            page: number;
            page_size: number;
            /** @description Number of results, at most the limit */
            total: number;
        };
        VolatilityRange: {
            exact: boolean;
            /** @description The largest volatility is between these two: the volatility of a portfolio that was found, and a limit that no portfolio exceeds, null where there is no limit */
            max: [
                number,
                number | null
            ];
            min: number;
        };
        /**
         * Weight bounds
         * @description The smallest and the largest weight of every asset, or of single assets. If the entry of an asset leaves out a limit, the general limit applies. Without exposure.short no weight is below 0.
         *
         *     Formula: `min_i ≤ w_i ≤ max_i`
         *
         *     Reference: Jagannathan, Ma (2003), Risk reduction in large portfolios: why imposing the wrong constraints helps, Journal of Finance 58
         */
        WeightBounds: {
            /** @description Limits of single assets in place of the general ones: {asset: {min, max}} */
            assets?: {
                [key: string]: {
                    /** @description The largest weight of this asset, a fraction of the portfolio */
                    max?: number;
                    /** @description The smallest weight of this asset, a fraction of the portfolio */
                    min?: number;
                };
            };
            /** @description The largest weight of each asset, a fraction of the portfolio */
            max?: number;
            /** @description The smallest weight of each asset, a fraction of the portfolio */
            min?: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    get_well_known_jwks_json: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A JWK set (RFC 7517) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SigningKeys"];
                };
            };
            /** @description https_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_well_known_oauth_authorization_server: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Metadata of the authorization server (RFC 8414) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorizationServer"];
                };
            };
            /** @description https_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_well_known_oauth_protected_resource: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Metadata of the protected resource (RFC 9728) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProtectedResource"];
                };
            };
            /** @description https_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_well_known_oauth_protected_resource_mcp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Metadata of the protected resource (RFC 9728) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProtectedResource"];
                };
            };
            /** @description https_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_analytics_comparisons: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Comparisons, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComparisonList"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, jwt_user_required, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_analytics_comparisons: {
        parameters: {
            query?: never;
            header?: {
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ComparisonRequest"];
            };
        };
        responses: {
            /** @description The comparison */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comparison"];
                };
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, csrf_failed, jwt_user_required, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description run_not_succeeded, limit_reached */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_analytics_comparisons_comparison_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                comparison_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The comparison */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comparison"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, jwt_user_required, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    delete_analytics_comparisons_comparison_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token"?: string;
            };
            path: {
                comparison_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The comparison is gone */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, csrf_failed, jwt_user_required, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patch_analytics_comparisons_comparison_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token"?: string;
            };
            path: {
                comparison_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ComparisonChange"];
            };
        };
        responses: {
            /** @description The comparison */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comparison"];
                };
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, csrf_failed, jwt_user_required, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description run_not_succeeded */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_analytics_comparisons_comparison_id_surface: {
        parameters: {
            query?: {
                cursor?: string;
                curve_methods?: string;
                groups?: string;
                page_size?: number;
            };
            header?: never;
            path: {
                comparison_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Runs in the order of the comparison */
            200: {
                headers: {
                    /** @description br or gzip, where Accept-Encoding asks for it and the answer has over 1 KiB */
                    "content-encoding"?: string;
                    /** @description accept-encoding, for media that are compressed on request */
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComparisonSurface"];
                };
            };
            /** @description invalid_cursor */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, jwt_user_required, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_analytics_dashboard: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dashboard */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dashboard"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, jwt_user_required, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_analytics_insights_insight_id_dismiss: {
        parameters: {
            query?: never;
            header?: {
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token"?: string;
            };
            path: {
                insight_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The insight is no longer shown */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, csrf_failed, jwt_user_required, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_analytics_refresh_stats: {
        parameters: {
            query?: never;
            header?: {
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dashboard, computed now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dashboard"];
                };
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, csrf_failed, jwt_user_required, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_analytics_tags: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Tags in the order of their text */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagList"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, jwt_user_required, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_app: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": unknown;
                };
            };
            /** @description https_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_app_page: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                page: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": unknown;
                };
            };
            /** @description https_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_app_page_item: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                item: string;
                page: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": unknown;
                };
            };
            /** @description https_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_app_page_item_part: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                item: string;
                page: string;
                part: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": unknown;
                };
            };
            /** @description https_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_app_assets_name: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    "cache-control": string;
                    /** @description br, where Accept-Encoding asks for it */
                    "content-encoding"?: string;
                    "content-type": string;
                    vary: string;
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description https_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_auth_api_clients: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Clients, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiClientList"];
                };
            };
            /** @description invalid_cursor */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, jwt_user_required, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_auth_api_clients: {
        parameters: {
            query?: never;
            header?: {
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiClientRequest"];
            };
        };
        responses: {
            /** @description The client */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiClient"];
                };
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, csrf_failed, jwt_user_required, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description limit_reached */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_auth_api_clients_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The client */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiClient"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, jwt_user_required, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    delete_auth_api_clients_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The client is gone, and its keys are refused */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, csrf_failed, jwt_user_required, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patch_auth_api_clients_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiClientChange"];
            };
        };
        responses: {
            /** @description The client */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiClient"];
                };
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, csrf_failed, jwt_user_required, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_auth_api_keys: {
        parameters: {
            query?: {
                client_id?: string;
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Keys, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            /** @description invalid_cursor */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, jwt_user_required, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_auth_api_keys: {
        parameters: {
            query?: never;
            header?: {
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyRequest"];
            };
        };
        responses: {
            /** @description The key with its text, which is shown once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, csrf_failed, jwt_user_required, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description limit_reached */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    delete_auth_api_keys_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is refused from now on */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, csrf_failed, jwt_user_required, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patch_auth_api_keys_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyChange"];
            };
        };
        responses: {
            /** @description The key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, csrf_failed, jwt_user_required, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_auth_email_verify_confirm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailVerification"];
            };
        };
        responses: {
            /** @description The address is verified */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description one_time_token_invalid, one_time_token_expired, malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_auth_email_verify_request: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            /** @description The answer is the same for every address */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_auth_login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogInRequest"];
            };
        };
        responses: {
            /** @description An access token */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessToken"];
                };
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description invalid_credentials */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_auth_logout: {
        parameters: {
            query?: never;
            header: {
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description csrf_failed, https_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_auth_password: {
        parameters: {
            query?: never;
            header?: {
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description The password is set */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description invalid_credentials, credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, csrf_failed, jwt_user_required, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_auth_password_reset_confirm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordReset"];
            };
        };
        responses: {
            /** @description The password is set */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description one_time_token_invalid, one_time_token_expired, malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_auth_password_reset_request: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            /** @description The answer is the same for every address */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_auth_refresh: {
        parameters: {
            query?: never;
            header: {
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An access token */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessToken"];
                };
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description csrf_failed, https_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_auth_sessions: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sessions, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            /** @description invalid_cursor */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, jwt_user_required, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    delete_auth_sessions_session_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token"?: string;
            };
            path: {
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, csrf_failed, jwt_user_required, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_auth_signup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignUpRequest"];
            };
        };
        responses: {
            /** @description The user */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description email_taken */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_backtests: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of backtests */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BacktestPage"];
                };
            };
            /** @description invalid_cursor */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, missing_scope, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_backtests_backtest_run_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                backtest_run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The backtest */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Backtest"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, missing_scope, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_billing_me: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plan, its meters, its storage and its running jobs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Billing"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, jwt_user_required, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_classification_maps: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Maps, newest first */
            200: {
                headers: {
                    /** @description br or gzip, where Accept-Encoding asks for it and the answer has over 1 KiB */
                    "content-encoding"?: string;
                    /** @description accept-encoding, for media that are compressed on request */
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClassificationMapList"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, jwt_user_required, email_not_verified, enterprise_plan_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_classification_maps: {
        parameters: {
            query?: never;
            header?: {
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClassificationMapRequest"];
            };
        };
        responses: {
            /** @description The map */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClassificationMap"];
                };
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, csrf_failed, jwt_user_required, email_not_verified, enterprise_plan_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description name_taken, limit_reached */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    put_classification_maps_map_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token"?: string;
            };
            path: {
                map_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClassificationMapRequest"];
            };
        };
        responses: {
            /** @description The map, one revision later */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClassificationMap"];
                };
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, csrf_failed, jwt_user_required, email_not_verified, enterprise_plan_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description name_taken */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    delete_classification_maps_map_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token"?: string;
            };
            path: {
                map_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The map is gone */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, csrf_failed, jwt_user_required, email_not_verified, enterprise_plan_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_constraints_capability: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The families and the methods */
            200: {
                headers: {
                    "cache-control": string;
                    /** @description br or gzip, where Accept-Encoding asks for it */
                    "content-encoding"?: string;
                    etag: string;
                    vary: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConstraintCapability"];
                };
            };
            /** @description The list still has the ETag of If-None-Match */
            304: {
                headers: {
                    "cache-control": string;
                    etag: string;
                    vary: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, jwt_user_required, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_constraints_preflight: {
        parameters: {
            query?: never;
            header?: {
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreflightRequest"];
            };
        };
        responses: {
            /** @description Whether the rules can be met, and what they allow, or why they cannot */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preflight"];
                };
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, csrf_failed, jwt_user_required, email_not_verified, enterprise_plan_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description market_data_unavailable, not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_docs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reference */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": unknown;
                };
            };
            /** @description https_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_docs_name: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    "content-type": string;
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description https_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_downloads_token: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    "accept-ranges": string;
                    "content-disposition": string;
                    /** @description br or gzip, where Accept-Encoding asks for it and the answer has over 1 KiB */
                    "content-encoding"?: string;
                    /** @description For all files except those over 256 KiB that are compressed while they are sent */
                    "content-length"?: string;
                    "content-type": string;
                    etag: string;
                    /** @description accept-encoding, for media that are compressed on request */
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description The requested bytes */
            206: {
                headers: {
                    "accept-ranges": string;
                    "content-disposition": string;
                    "content-length": string;
                    "content-range": string;
                    "content-type": string;
                    etag: string;
                    /** @description accept-encoding, for a file that may be compressed */
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description The file still has the ETag of If-None-Match */
            304: {
                headers: {
                    etag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description link_invalid, https_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "text/html; charset=utf-8": unknown;
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "text/html; charset=utf-8": unknown;
                };
            };
            /** @description range_not_satisfiable */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "text/html; charset=utf-8": unknown;
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "text/html; charset=utf-8": unknown;
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "text/html; charset=utf-8": unknown;
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "text/html; charset=utf-8": unknown;
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "text/html; charset=utf-8": unknown;
                };
            };
        };
    };
    get_health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process is alive */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description https_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_holdings_import: {
        parameters: {
            query?: never;
            header?: {
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HoldingsImportRequest"];
            };
        };
        responses: {
            /** @description The portfolio in the statement */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportedHoldings"];
                };
            };
            /** @description HOLDINGS_FILE_UNREADABLE, malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, csrf_failed, jwt_user_required, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description market_data_unavailable, not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_jobs: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key within 24 hours is carried out once, and each repetition gets the first answer */
                "Idempotency-Key"?: string;
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Submission"];
            };
        };
        responses: {
            /** @description The run, accepted */
            202: {
                headers: {
                    location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description mc_api_key_not_supported, https_required, csrf_failed, missing_scope, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description limit_reached */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description constraints_infeasible, idempotency_key_reused, validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description quota_exceeded, rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description market_data_unavailable, not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_jobs_run_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, missing_scope, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    delete_jobs_run_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token"?: string;
            };
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, csrf_failed, missing_scope, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description run_in_flight */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patch_jobs_run_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token"?: string;
            };
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description The job */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description malformed_json, unknown_field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, csrf_failed, missing_scope, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_jobs_run_id_artifacts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The files */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArtifactPage"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, missing_scope, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_jobs_run_id_cancel: {
        parameters: {
            query?: never;
            header?: {
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token"?: string;
            };
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cancelled job; a computation that still runs for it ends by itself */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, csrf_failed, missing_scope, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description job_finished */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_jobs_run_id_config: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request */
            200: {
                headers: {
                    /** @description br or gzip, where Accept-Encoding asks for it and the answer has over 1 KiB */
                    "content-encoding"?: string;
                    /** @description accept-encoding, for media that are compressed on request */
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunConfig"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, missing_scope, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_jobs_run_id_events: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": unknown;
                };
            };
            /** @description The job has ended, and Last-Event-ID names its last event */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, missing_scope, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_jobs_run_id_report_pdf: {
        parameters: {
            query?: never;
            header?: {
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token"?: string;
            };
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description `summary`: two pages; `full`: all that the run has; `backtest`: its walk-forward backtest alone
                     * @default full
                     * @enum {string}
                     */
                    kind?: "summary" | "full" | "backtest";
                };
            };
        };
        responses: {
            /** @description The status of the report */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestedReport"];
                };
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, csrf_failed, missing_scope, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description run_not_succeeded, limit_reached */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_jobs_run_id_report_status: {
        parameters: {
            query?: {
                kind?: "summary" | "full" | "backtest";
            };
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, missing_scope, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_jobs_run_id_result: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description br or gzip, where Accept-Encoding asks for it and the answer has over 1 KiB */
                    "content-encoding"?: string;
                    /** @description accept-encoding, for media that are compressed on request */
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OptimizationResult"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, missing_scope, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description run_not_succeeded */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_jobs_run_id_rolling_backtest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The backtest */
            200: {
                headers: {
                    /** @description br or gzip, where Accept-Encoding asks for it and the answer has over 1 KiB */
                    "content-encoding"?: string;
                    /** @description accept-encoding, for media that are compressed on request */
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BacktestSection"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, missing_scope, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description run_not_succeeded */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_jobs_active: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of jobs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActiveJobPage"];
                };
            };
            /** @description invalid_cursor */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, missing_scope, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_jobs_history: {
        parameters: {
            query?: {
                constraints?: "none" | "weight_bounds" | "groups" | "linear" | "budget" | "exposure" | "turnover" | "transaction_costs" | "tracking_error" | "risk_limits" | "min_return" | "factor_exposure" | "concentration" | "cardinality" | "min_position" | "locked";
                cursor?: string;
                limit?: number;
                market?: "IN" | "US" | "MF" | "CUSTOM";
                mode?: "construct" | "rebalance";
                search?: string;
                status?: "queued" | "running" | "uploading" | "succeeded" | "failed" | "cancelled";
                tag?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of runs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobPage"];
                };
            };
            /** @description invalid_cursor */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, missing_scope, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_mc: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of simulations */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimulationPage"];
                };
            };
            /** @description invalid_cursor */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, missing_scope, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_mc_mc_run_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                mc_run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The simulation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Simulation"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, missing_scope, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_mcp: {
        parameters: {
            query?: never;
            header?: {
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RpcMessage"];
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    /** @description br or gzip, where Accept-Encoding asks for it and the answer has over 1 KiB */
                    "content-encoding"?: string;
                    /** @description accept-encoding, for media that are compressed on request */
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description A notification, taken */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message cannot be answered */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RpcMessage"];
                };
            };
            /** @description credentials_missing, token_invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RpcRefusal"];
                };
            };
            /** @description missing_scope, https_required, csrf_failed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RpcRefusal"];
                };
            };
            /** @description The protocol has no such method */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RpcMessage"];
                };
            };
            /** @description The client takes neither JSON nor events */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RpcMessage"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RpcRefusal"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RpcRefusal"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RpcRefusal"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RpcRefusal"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RpcRefusal"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RpcRefusal"];
                };
            };
        };
    };
    get_methods_requirements: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The methods, estimators and measures, and the fields and limits of a submission */
            200: {
                headers: {
                    "cache-control": string;
                    /** @description br or gzip, where Accept-Encoding asks for it */
                    "content-encoding"?: string;
                    etag: string;
                    vary: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MethodRequirementsCatalogue"];
                };
            };
            /** @description The list still has the ETag of If-None-Match */
            304: {
                headers: {
                    "cache-control": string;
                    etag: string;
                    vary: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description https_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_mutual_funds_search: {
        parameters: {
            query: {
                asset_class?: "equity" | "debt" | "hybrid" | "other";
                limit?: number;
                page?: number;
                page_size?: number;
                q: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The funds that were found */
            200: {
                headers: {
                    /** @description br or gzip, where Accept-Encoding asks for it and the answer has over 1 KiB */
                    "content-encoding"?: string;
                    /** @description accept-encoding, for media that are compressed on request */
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MutualFundsFound"];
                };
            };
            /** @description https_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description market_data_unavailable, not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_oauth_authorize: {
        parameters: {
            query?: {
                client_id?: string;
                code_challenge?: string;
                code_challenge_method?: string;
                redirect_uri?: string;
                resource?: string;
                response_type?: string;
                scope?: string;
                state?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The next page */
            302: {
                headers: {
                    location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": unknown;
                };
            };
            /** @description https_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": unknown;
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": unknown;
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": unknown;
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": unknown;
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": unknown;
                };
            };
        };
    };
    post_oauth_register: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConnectorRegistration"];
            };
        };
        responses: {
            /** @description The connector */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisteredConnector"];
                };
            };
            /** @description invalid_redirect_uri, invalid_client_metadata, malformed_json, validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthRefusal"];
                };
            };
            /** @description https_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthRefusal"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthRefusal"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthRefusal"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthRefusal"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthRefusal"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthRefusal"];
                };
            };
        };
    };
    get_oauth_requests_request_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorizationRequest"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, jwt_user_required, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_oauth_requests_request_id_decision: {
        parameters: {
            query?: never;
            header?: {
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token"?: string;
            };
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AuthorizationDecision"];
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorizationAnswer"];
                };
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, csrf_failed, jwt_user_required, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description limit_reached */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_oauth_revoke: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["ConnectorRevocationForm"];
            };
        };
        responses: {
            /** @description The token is not valid */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description invalid_request, malformed_json, validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthRefusal"];
                };
            };
            /** @description invalid_client */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthRefusal"];
                };
            };
            /** @description https_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthRefusal"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthRefusal"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthRefusal"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthRefusal"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthRefusal"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthRefusal"];
                };
            };
        };
    };
    post_oauth_token: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["ConnectorTokenForm"];
            };
        };
        responses: {
            /** @description The tokens */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectorTokens"];
                };
            };
            /** @description invalid_request, invalid_grant, unsupported_grant_type, invalid_scope, invalid_target, malformed_json, validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthRefusal"];
                };
            };
            /** @description invalid_client */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthRefusal"];
                };
            };
            /** @description https_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthRefusal"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthRefusal"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthRefusal"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthRefusal"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthRefusal"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthRefusal"];
                };
            };
        };
    };
    get_openapi_json: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OpenAPI 3.1 */
            200: {
                headers: {
                    "cache-control": string;
                    /** @description br or gzip, where Accept-Encoding asks for it */
                    "content-encoding"?: string;
                    etag: string;
                    vary: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description The document still has the ETag of If-None-Match */
            304: {
                headers: {
                    "cache-control": string;
                    etag: string;
                    vary: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description https_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_ready: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The store can be written, and the process was not told to stop */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            /** @description https_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_reset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page has moved */
            308: {
                headers: {
                    location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description https_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_runs_run_id_backtest: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key within 24 hours is carried out once, and each repetition gets the first answer */
                "Idempotency-Key"?: string;
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token"?: string;
            };
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BacktestRequest"];
            };
        };
        responses: {
            /** @description The backtest, accepted */
            202: {
                headers: {
                    location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Backtest"];
                };
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, csrf_failed, missing_scope, backtest_api_key_not_supported, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description run_not_succeeded, limit_reached */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description idempotency_key_reused, validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description quota_exceeded, rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_runs_run_id_backtests: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of backtests */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BacktestPage"];
                };
            };
            /** @description invalid_cursor */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, missing_scope, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_runs_run_id_monte_carlo: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of simulations */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimulationPage"];
                };
            };
            /** @description invalid_cursor */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, missing_scope, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_runs_run_id_monte_carlo: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key within 24 hours is carried out once, and each repetition gets the first answer */
                "Idempotency-Key"?: string;
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token"?: string;
            };
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SimulationRequest"];
            };
        };
        responses: {
            /** @description The simulation, accepted */
            202: {
                headers: {
                    location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Simulation"];
                };
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, csrf_failed, missing_scope, mc_api_key_not_supported, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description run_not_succeeded, limit_reached */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description idempotency_key_reused, validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description quota_exceeded, rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_runs_run_id_tags: {
        parameters: {
            query?: never;
            header?: {
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token"?: string;
            };
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TagRequest"];
            };
        };
        responses: {
            /** @description All tags of the run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunTags"];
                };
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, csrf_failed, jwt_user_required, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description limit_reached */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    delete_runs_run_id_tags_tag_name: {
        parameters: {
            query?: never;
            header?: {
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token"?: string;
            };
            path: {
                run_id: string;
                tag_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run no longer has the tag */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, csrf_failed, jwt_user_required, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_templates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Templates, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateList"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, jwt_user_required, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_templates: {
        parameters: {
            query?: never;
            header?: {
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemplateRequest"];
            };
        };
        responses: {
            /** @description The template */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, csrf_failed, jwt_user_required, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description name_taken, template_limit_reached */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    delete_templates_template_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token"?: string;
            };
            path: {
                template_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The template is gone */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, csrf_failed, jwt_user_required, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patch_templates_template_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token"?: string;
            };
            path: {
                template_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemplateRenaming"];
            };
        };
        responses: {
            /** @description The template */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, csrf_failed, jwt_user_required, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description name_taken */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_universe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tickers */
            200: {
                headers: {
                    "cache-control": string;
                    /** @description br or gzip, where Accept-Encoding asks for it */
                    "content-encoding"?: string;
                    etag: string;
                    vary: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Universe"];
                };
            };
            /** @description The list still has the ETag of If-None-Match */
            304: {
                headers: {
                    "cache-control": string;
                    etag: string;
                    vary: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description https_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description universe_unavailable, not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_uploads: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Uploads, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadList"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, missing_scope, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_uploads: {
        parameters: {
            query?: never;
            header?: {
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UploadRequest"];
            };
        };
        responses: {
            /** @description The upload, which waits for its file */
            201: {
                headers: {
                    location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewUpload"];
                };
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, csrf_failed, missing_scope, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description limit_reached */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_uploads_upload_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                upload_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The upload */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, missing_scope, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    delete_uploads_upload_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token"?: string;
            };
            path: {
                upload_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The upload is gone */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, csrf_failed, missing_scope, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    put_uploads_content_token: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
                "application/vnd.apache.arrow.file": string;
                "application/vnd.apache.arrow.stream": string;
                "text/csv": string;
            };
        };
        responses: {
            /** @description The upload, ready for runs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description link_invalid, https_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description upload_already_sent, limit_reached */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_us_stocks_search: {
        parameters: {
            query?: {
                limit?: number;
                page?: number;
                page_size?: number;
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The shares that were found */
            200: {
                headers: {
                    /** @description br or gzip, where Accept-Encoding asks for it and the answer has over 1 KiB */
                    "content-encoding"?: string;
                    /** @description accept-encoding, for media that are compressed on request */
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsStocksFound"];
                };
            };
            /** @description https_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description market_data_unavailable, not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_users_me: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The profile */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, jwt_user_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    delete_users_me: {
        parameters: {
            query?: never;
            header?: {
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account is gone */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, csrf_failed, jwt_user_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patch_users_me: {
        parameters: {
            query?: never;
            header?: {
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProfileChange"];
            };
        };
        responses: {
            /** @description The profile */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, csrf_failed, jwt_user_required, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_users_me_mcp_grants: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Grants, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectorGrantList"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, jwt_user_required, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    delete_users_me_mcp_grants: {
        parameters: {
            query: {
                client_id: string;
            };
            header?: {
                /** @description The value of the csrf_token cookie; needed whenever a session cookie is sent */
                "X-CSRF-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connector holds no grant */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description malformed_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description credentials_missing, token_invalid, token_expired, key_invalid, session_revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description https_required, csrf_failed, jwt_user_required, email_not_verified */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_verify: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page has moved */
            308: {
                headers: {
                    location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description https_required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description validation_failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
