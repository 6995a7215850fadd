// A browser page that records everything that must not happen: errors on the console (among them violations of the content
// security policy), exceptions, failed requests, and requests to other hosts than the referee.

/** Opens one in the context; `page.complaints` are those that match none of the patterns in `allow`. */
export async function watchedPage(context, origin, { allow = [] } = {}) {
  const page = await context.newPage();
  const log = [];
  const complaints = [];
  const complain = (text) => {
    log.push(`! ${text}`);
    if (!allow.some((pattern) => pattern.test(text))) complaints.push(text);
  };
  const foreign = (address) => {
    const { protocol, host } = new URL(address);
    if (protocol !== 'blob:' && host !== new URL(origin).host) complain(`a request to another origin: ${address}`);
  };
  page.on('console', (message) => {
    const text = `${message.type()}: ${message.text()} (${message.location().url})`;
    if (message.type() === 'error' || message.type() === 'warning') complain(text);
    else log.push(text);
  });
  page.on('pageerror', (error) => complain(`exception: ${error.stack ?? error}`));
  page.on('request', (request) => foreign(request.url()));
  page.on('websocket', (socket) => foreign(socket.url()));
  page.on('requestfailed', (request) => {
    // Requests that are aborted by navigation are fine.
    const why = request.failure()?.errorText;
    if (why !== 'net::ERR_ABORTED') complain(`request failed: ${request.url()}: ${why}`);
  });
  return Object.assign(page, { log, complaints });
}
