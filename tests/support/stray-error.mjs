// Loaded before a server: triggers an uncaught error on demand.
process.on('SIGUSR2', () => {
  setTimeout(() => {
    throw new Error('stray');
  });
});
process.on('SIGPWR', () => {
  void Promise.reject(new Error('stray'));
});
