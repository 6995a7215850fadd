// What a bot in JavaScript may do: workers, child processes, sockets, files.
const {Worker, isMainThread, parentPort} = require('worker_threads');
const fs = require('fs');
const net = require('net');
const {execFileSync} = require('child_process');

if (!isMainThread) {
  parentPort.postMessage(42);
} else {
  new Worker(__filename).on('message', number => {
    fs.writeFileSync('/tmp/own', `${number}`);
    if (execFileSync('/bin/echo', ['child']).toString() !== 'child\n') process.exit(1);
    const server = net.createServer(peer => peer.end('x')).listen(0, '127.0.0.1', () => {
      net.connect(server.address().port, '127.0.0.1').on('data', () => {
        console.log(fs.readFileSync('/tmp/own').toString() === '42' ? 'done' : 'wrong');
        process.exit(0);
      });
    });
  });
}
