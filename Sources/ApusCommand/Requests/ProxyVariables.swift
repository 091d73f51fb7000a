import ApusBytes
import ApusHTTP

/// Proxies that the environment names, which are not heeded: that is said, and not left to wonder.
enum ProxyVariables {
  /// The variable that other tools would go by for a URL; nil where there is none.
  static func heeded(for url: HTTP.URL, _ environment: (String) -> String?) -> String? {
    // HTTP_PROXY in capitals may come from a request's `Proxy` field in CGI, and is not gone by.
    let names = url.scheme == .https ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
    let name = (names + ["all_proxy", "ALL_PROXY"]).first {
      environment($0).map { !$0.utf8.isEmpty } ?? false
    }
    let exceptions = environment("no_proxy") ?? environment("NO_PROXY") ?? ""
    return isExcepted("\(url.origin.host)", exceptions) ? nil : name
  }

  /// Whether a host is one of those that are asked without a proxy: itself, or below a domain.
  private static func isExcepted(_ host: String, _ list: String) -> Bool {
    let host = Array(host.utf8)
    return list.utf8.split(separator: 0x2c).contains { entry in
      let blank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
      let name = entry.drop(while: blank).reversed().drop(while: blank).reversed()
        .map { ByteSet.letters.contains($0) ? $0 | 0x20 : $0 }
      if name == [0x2a] { return true }
      let domain = Array(name.drop { $0 == 0x2e })
      guard !domain.isEmpty, host.count >= domain.count, host.suffix(domain.count) == domain[...]
      else { return false }
      return host.count == domain.count || host[host.count - domain.count - 1] == 0x2e
    }
  }
}
