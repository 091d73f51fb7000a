// echo.js PORT CHAIN-AND-KEY ROOTS WISH: sends back what it gets.
//
// WISH is `need` for a client's certificate, `other` for a group that no client sends a key of.
const fs = require('fs');
const tls = require('tls');

const [port, pair, roots, wish] = process.argv.slice(2);
const options = {
  cert: fs.readFileSync(pair),
  key: fs.readFileSync(pair),
  ca: fs.readFileSync(roots),
  requestCert: wish === 'need',
  ALPNProtocols: ['http/1.1'],
};
if (wish === 'other') options.ecdhCurve = 'P-384';
const server = tls.createServer(options, (socket) => {
  socket.on('error', (error) => console.error(error.message));
  socket.pipe(socket);
});
server.listen(Number(port), '127.0.0.1');
