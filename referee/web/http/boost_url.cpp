// Boost.URL, compiled into the program: Debian packages its headers with the rest of Boost and its library
// apart, and this needs no more than the headers.
#include <boost/url/src.hpp>
