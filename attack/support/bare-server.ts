/** A server that does nothing but answer: how long it is silent is what the machine alone takes. */
import { createServer } from 'node:http';

createServer((_request, response) => response.end('{"status":"ok"}')).listen(Number(process.env.PORT), '127.0.0.1');
