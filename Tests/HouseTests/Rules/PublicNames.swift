/// No public type at the top of a module is called what another package's is, nor `Apus`, which
/// would hide the module of that name.
///
/// ApusNet is left out, as nothing re-exports it.
struct PublicNames: Rule {
  private let taken: Set = [
    "Apus", "Application", "Body", "ByteBuffer", "Certificate", "Channel", "Client",
    "Configuration",
    "Cookie", "Cookies", "Data", "Date", "DER", "Environment", "Event", "HTTPBody", "HTTPClient",
    "HTTPClientError", "HTTPClientRequest", "HTTPClientResponse", "HTTPCookie", "HTTPCookies",
    "HTTPError", "HTTPField", "HTTPFields", "HTTPHeader", "HTTPHeaders", "HTTPMediaType",
    "HTTPMethod", "HTTPParserError", "HTTPPart", "HTTPRequest", "HTTPRequestHead", "HTTPResponse",
    "HTTPResponseHead", "HTTPResponseStatus", "HTTPServer", "HTTPStatus", "HTTPURLResponse",
    "HTTPVersion", "Headers", "JSONDecoder", "JSONEncoder", "JSONSerialization", "Locale", "Lock",
    "Logger", "MediaType", "MultipartForm", "PEMDocument", "Parameters", "PrivateKey", "Progress",
    "PublicKey", "Request", "RequestBody", "Response", "ResponseBody", "Route", "Router", "Server",
    "Session", "Stream", "TLSConfiguration", "TimeAmount", "TimeZone", "URI", "URL",
    "URLComponents", "URLEncodedFormDecoder", "URLEncodedFormEncoder", "URLQueryItem", "URLRequest",
    "URLResponse", "URLSession", "UUID", "Validator", "Verifier", "View", "XMLParser",
  ]

  func breaches(in house: House) -> [Breach] {
    house.libraryFiles.filter { $0.module != "ApusNet" }.flatMap { file in
      file.outline.declarations.compactMap { declaration in
        guard declaration.isType, declaration.isPublic, declaration.parent == nil,
          taken.contains(declaration.name)
        else { return nil }
        return Breach(file, declaration.firstLine, "the name \(declaration.name) is taken")
      }
    }
  }
}
