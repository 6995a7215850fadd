#include "bots/amazons/champion/network/network.hpp"

#include <cstring>

namespace quiver::bots::amazons::champion {

namespace {

constexpr std::string_view kMagic = "QUIVERAN";
constexpr std::uint16_t kVersion = 1;
constexpr std::size_t kHeader = 32;

std::uint64_t checksum(std::string_view bytes) {  // FNV-1a
  std::uint64_t sum = 0xCBF29CE484222325;
  for (const char byte : bytes) sum = (sum ^ static_cast<unsigned char>(byte)) * 0x100000001B3;
  return sum;
}

// Little-endian, whatever the machine.
void put(std::string& to, std::uint64_t number, unsigned bytes) {
  for (unsigned k = 0; k < bytes; ++k) to.push_back(static_cast<char>(number >> 8 * k & 0xFF));
}
std::uint64_t number_at(std::string_view file, std::size_t at, unsigned bytes) {
  std::uint64_t number = 0;
  for (unsigned k = 0; k < bytes; ++k)
    number |= std::uint64_t{static_cast<unsigned char>(file[at + k])} << 8 * k;
  return number;
}

// The parts in the order of the file; reading and writing share it.
std::array<std::vector<std::int16_t>*, 5> parts(NetworkWeights& weights) {
  return {&weights.bias, &weights.rows, &weights.second, &weights.last, &weights.direct};
}

// Checks the whole header before anything is allocated by its numbers.
base::Result<NetworkSizes> sizes_in(std::string_view file) {
  const auto refused = [](const char* why) {
    return base::bad_input(std::string("the file of weights ") + why);
  };
  if (file.size() < kHeader || file.substr(0, kMagic.size()) != kMagic)
    return refused("does not begin with QUIVERAN and a header");
  if (number_at(file, 8, 2) != kVersion) return refused("is of another version than 1");
  NetworkSizes sizes;
  sizes.rows = static_cast<std::uint16_t>(number_at(file, 10, 1));
  sizes.columns = static_cast<std::uint16_t>(number_at(file, 11, 1));
  sizes.width = static_cast<std::uint16_t>(number_at(file, 12, 2));
  sizes.inputs = static_cast<std::uint16_t>(number_at(file, 16, 2));
  const bool fits = sizes.cells() > 0 && sizes.cells() <= 256 && sizes.width % 16 == 0 && sizes.width > 0 &&
                    sizes.width <= NetworkSizes::kMaxWidth &&
                    (sizes.inputs == kInputs || sizes.inputs == 2) && number_at(file, 14, 2) == kHidden &&
                    number_at(file, 18, 2) == kNetworkPhases;
  if (!fits) return refused("is for a network of other sizes than this program knows");
  if (number_at(file, 20, 4) != file.size() - kHeader) return refused("is not as long as it says");
  if (number_at(file, 24, 8) != checksum(file.substr(kHeader)))
    return refused("does not have the checksum that it says");
  return sizes;
}

}  // namespace

NetworkWeights::NetworkWeights(const NetworkSizes& of)
    : sizes(of),
      bias(of.width),
      rows(std::size_t{3} * of.cells() * of.width),
      second((std::size_t{of.width} + of.inputs) * kHidden),
      last(kHidden),
      direct(std::size_t{kNetworkPhases} * of.inputs) {}

std::string NetworkWeights::file() const {
  NetworkWeights copy = *this;
  std::string numbers;
  for (const auto* part : parts(copy))
    for (const std::int16_t number : *part) put(numbers, static_cast<std::uint16_t>(number), 2);
  std::string file(kMagic);
  put(file, kVersion, 2);
  put(file, sizes.rows, 1), put(file, sizes.columns, 1);
  put(file, sizes.width, 2), put(file, kHidden, 2), put(file, sizes.inputs, 2), put(file, kNetworkPhases, 2);
  put(file, numbers.size(), 4);
  put(file, checksum(numbers), 8);
  return file + numbers;
}

base::Result<Network> Network::read(std::string_view file) {
  const auto sizes = sizes_in(file);
  if (!sizes) return sizes.error();
  NetworkWeights weights(*sizes);
  std::size_t numbers = 0;
  for (const auto* part : parts(weights)) numbers += part->size();
  if (file.size() != kHeader + 2 * numbers)
    return base::bad_input("the file of weights does not have as many numbers as its sizes say");
  std::size_t at = kHeader;
  for (auto* part : parts(weights))
    for (std::int16_t& number : *part) {
      number = static_cast<std::int16_t>(number_at(file, at, 2));
      at += 2;
    }
  return Network(weights);
}

bool Network::is_for(const Amazons& game) const {
  return game.grid().rows == sizes_.rows && game.grid().columns == sizes_.columns && game.turn().seats() == 2;
}

// Every part begins on a register's border, as far as the vector itself does.
Network::Network(const NetworkWeights& weights) : sizes_(weights.sizes) {
  const auto add = [this](const std::vector<std::int16_t>& part) {
    const std::size_t at = numbers_.size();
    numbers_.insert(numbers_.end(), part.begin(), part.end());
    numbers_.resize((numbers_.size() + 15) / 16 * 16);
    return at;
  };
  bias_ = add(weights.bias);
  rows_ = add(weights.rows);
  std::vector<std::int16_t> pairs;
  const std::size_t inputs = std::size_t{sizes_.width} + sizes_.inputs;
  for (std::size_t k = 0; k < inputs; k += 2)
    for (unsigned h = 0; h < kHidden; ++h) {
      pairs.push_back(weights.second[k * kHidden + h]);
      pairs.push_back(weights.second[(k + 1) * kHidden + h]);
    }
  second_ = add(pairs);
  last_ = add(weights.last);
  direct_ = numbers_.size();
  for (unsigned phase = 0; phase < kNetworkPhases; ++phase) {
    const auto first = weights.direct.begin() + static_cast<std::ptrdiff_t>(phase * sizes_.inputs);
    std::vector<std::int16_t> line(first, first + sizes_.inputs);
    line.resize(std::tuple_size_v<decltype(NetworkInputs::counts)>);
    add(line);
  }
}

}  // namespace quiver::bots::amazons::champion
