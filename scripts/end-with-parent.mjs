/** Preloaded into the server: if its parent process is killed, the server shuts down cleanly instead of running on. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
