/** A server that does nothing but answer: its delays are the machine's. */
import { createServer } from 'node:http';

createServer((_request, response) => response.end('{"status":"ok"}')).listen(Number(process.env.PORT), '127.0.0.1');
