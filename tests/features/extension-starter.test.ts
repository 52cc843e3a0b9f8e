// The starter's own tests, as whoever copies it runs them.
import '../../extensions/starter/src/extension.test.ts';
