// How does stdout stay free of everything but protocol lines? Descriptor 1 is moved away at start and points
// at stderr from then on, so that a library that prints cannot break the stream.
#pragma once

namespace server {

// Returns the descriptor that protocol lines go to; -1 where there is no stdout to move. Descriptors 0 to 2
// that are closed are opened on /dev/null first: a file opened later could otherwise become "stderr". Call
// once, before any thread.
int take_stdout();

}  // namespace server
