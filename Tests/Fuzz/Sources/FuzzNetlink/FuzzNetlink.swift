import ApusBytes
import FuzzSupport

@testable import ApusNet

/// Possible messages of the kernel about links, addresses and routes: the first byte determines the
/// number of pieces of the rest, and the request that it responds to.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzNetlink(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = Input(start, count)
  let choice = input.takeByte()
  let request: RouteRequest =
    switch choice % 4 {
    case 0: .link(2)
    case 1: .addresses
    case 2: .routes
    default: .route(to: .ipv4(IPv4Address(192, 0, 2, 1)))
    }
  var answer = RouteAnswer(to: request, sequence: 1)
  do throws(DecodeError) {
    while !input.bytes.isEmpty, answer.end == nil {
      try answer.take(input.take(choice < 128 ? input.bytes.count : 64))
    }
  } catch { require(error.offset <= count, "a fault beyond the end") }
  check(answer)
  return 0
}

/// The status that follows from the facts is a possible one.
private func check(_ answer: RouteAnswer) {
  var facts = NetworkFacts()
  facts.routes = NetworkRoute.defaults(among: answer.routes)
  facts.addresses = answer.addresses
  for link in answer.links { facts.links[link.index] = link }
  let way = facts.way
  require(way.status != .unknown, "facts that say nothing")
  require(way.status.isReachable == (way.interface != nil), "a way without an interface")
  require(facts.routes.allSatisfy { $0.prefixLength == 0 }, "no default route")
}
