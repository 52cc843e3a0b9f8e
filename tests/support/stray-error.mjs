// Loaded before a server: has it meet an error that nobody catches when it is told to.
process.on('SIGUSR2', () => {
  setTimeout(() => {
    throw new Error('stray');
  });
});
process.on('SIGPWR', () => {
  void Promise.reject(new Error('stray'));
});
