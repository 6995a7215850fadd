// A page of the real browser that takes note of everything that must not happen: errors on the console (breaches of the
// content security policy among them), exceptions, requests that fail, and requests to anybody but the referee.

/** Makes one in the context and gives it; `page.complaints` are those that none of the patterns in `allow` fits. */
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
    // What is broken off because somebody went on is nobody's fault.
    const why = request.failure()?.errorText;
    if (why !== 'net::ERR_ABORTED') complain(`request failed: ${request.url()}: ${why}`);
  });
  return Object.assign(page, { log, complaints });
}
