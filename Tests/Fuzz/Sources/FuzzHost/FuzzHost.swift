import ApusHTTP
import FuzzSupport

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHost(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Input(start, count)
  guard let (host, _) = try? CanonicalHost.parse(input.bytes.span) else { return 0 }
  let again = try? CanonicalHost(host.description)
  require(again == host, "\(host) is read again as \(String(describing: again))")
  require(
    host.description.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != 0x2f && $0 != 0x40 },
    "\(host) holds a delimiter")
  if case .name(let name) = host {
    require(name.bytes.count <= DomainName.limit, "\(host) is too long")
    let shown = try? DomainName(name.unicodeDescription)
    require(shown == name, "\(host) is shown as \(name.unicodeDescription)")
  }
  return 0
}
