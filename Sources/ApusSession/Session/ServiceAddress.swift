internal import ApusBytes
internal import ApusConnections
internal import ApusHTTP

/// The base address of a session, in the form that the caller has passed.
struct ServiceAddress {
  /// The base URL that relative targets are resolved against.
  let url: HTTP.URL
  /// The path of the Unix socket in the base address, or `nil` if the base address names a host.
  let socketPath: String?

  private static let unixScheme = "http+unix://"

  /// Reads a base address from a URL, or from an `http+unix` URL whose host is the percent-encoded
  /// path of a socket.
  init(_ text: String) throws(HTTPSessionError) {
    do throws(HTTP.InvalidURL) {
      let bytes = Array(text.utf8)
      let scheme = bytes.span.extracting(first: Self.unixScheme.utf8.count)
      guard ASCII.equalsIgnoringCase(scheme, Self.unixScheme) else {
        (url, socketPath) = (try Self.checked(HTTP.URL(text)), nil)
        return
      }
      let rest = bytes.dropFirst(Self.unixScheme.utf8.count)
      let host = rest.prefix { $0 != 0x2f && $0 != 0x3f && $0 != 0x23 }
      let tail = String(decoding: rest[host.endIndex...], as: UTF8.self)
      socketPath = try Self.decoded(host, from: Self.unixScheme.utf8.count)
      url = try Self.checked(HTTP.URL("http://localhost\(tail)"))
    } catch {
      throw HTTPSessionError(.url(error), ofBase: text)
    }
  }

  /// Reads a base address from a URL.
  init(_ url: HTTP.URL) throws(HTTPSessionError) {
    do throws(HTTP.InvalidURL) {
      (self.url, socketPath) = (try Self.checked(url), nil)
    } catch {
      throw HTTPSessionError(.url(error), ofBase: url.description)
    }
  }

  /// Returns the base URL with a slash at its end; throws an error if the base URL has a query.
  private static func checked(_ url: HTTP.URL) throws(HTTP.InvalidURL) -> HTTP.URL {
    guard url.query == nil else { throw .queryOfBase }
    return try url.asBase()
  }

  /// Returns the decoded path of a Unix socket, which must be valid UTF-8.
  private static func decoded(
    _ host: ArraySlice<UInt8>, from start: Int
  ) throws(HTTP.InvalidURL) -> String {
    var path: [UInt8] = []
    var index = host.startIndex
    while index < host.endIndex {
      var byte = host[index]
      if byte == 0x25 {
        guard host.endIndex - index > 2, let high = ASCII.hexValue(host[index + 1]),
          let low = ASCII.hexValue(host[index + 2])
        else { throw .malformedPercentEncoding(at: index) }
        byte = high << 4 | low
        index += 2
      }
      path.append(byte)
      index += 1
    }
    guard !path.isEmpty, let path = String(validating: path, as: UTF8.self) else {
      throw .missingAuthority(at: start)
    }
    return path
  }
}

extension HTTPSession.Configuration {
  /// Returns the URL of a base address, and stores its socket path, if any, in the configuration.
  mutating func take(_ base: ServiceAddress) throws(HTTPSessionError) -> HTTP.URL {
    guard let path = base.socketPath else { return base.url }
    if let other = sockets.path, other != path {
      throw HTTPSessionError(
        .setting(
          HTTPSession.InvalidSetting(
            "sockets.path", other, expected: "the socket path of the base, \(path)")))
    }
    sockets.path = path
    return base.url
  }
}
