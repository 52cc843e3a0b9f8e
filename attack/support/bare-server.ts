/** A server that only answers: its silence is caused by the machine alone. */
import { createServer } from 'node:http';

createServer((_request, response) => response.end('{"status":"ok"}')).listen(Number(process.env.PORT), '127.0.0.1');
