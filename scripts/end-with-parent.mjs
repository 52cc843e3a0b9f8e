/** Loaded before the server: where the process that attends it is killed, the server closes cleanly instead of staying. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
