import Apus
import TakenNames
import Testing

/// Programs in the style of users, in files that import modules whose types have the names of our
/// lower modules' types.
struct NeighbourTests {
  private struct User: Codable, Equatable {
    var id: Int
    var name: String
  }

  /// A service whose responses contain the request.
  private static let api = HTTPSession.stub("https://api.example.com/v1/") { request in
    let body = String(decoding: try await request.body.collect(), as: UTF8.self)
    let target = request.target.text.dropFirst("https://api.example.com/v1/".utf8.count)
    return try .json(User(id: 1, name: "\(request.method) \(target) \(body)"))
  }

  @Test func `a name that Apus does not export belongs to the other package`() {
    // Each would be ambiguous if `Apus` gave it too.
    let theirs: [Any.Type] = [
      ASN1.self, ASN1Error.self, Base64.self, Cursor.self, Deadline.self, ECDSA.self, Ed25519.self,
      Environment.self, EventLoop.self, FilePath.self, Files.self, HKDF.self, HMAC.self,
      HashFunction.self, Hex.self, IPv4Address.self, IPv6Address.self, Listener.self, Lock.self,
      MLKEM768.self, MultipartError.self, Names.self, P256.self, P384.self, P521.self, PBKDF2.self,
      PEM.self, RSA.self, SHA256.self, SHA384.self, SHA3_256.self, SHA3_512.self, SHA512.self,
      SignatureAlgorithm.self, Socket.self, SocketAddress.self, SubjectPublicKeyInfo.self,
      X25519.self,
    ]
    #expect(theirs.map(ObjectIdentifier.init) == TakenNames.all.map(ObjectIdentifier.init))
  }

  @Test func `every exported name of Apus is usable next to another package's names`() {
    let ours: [Any.Type] = [
      Authentication.self, AuthenticationError.self, Caching.self, CanonicalHost.self,
      CompoundResponseSerializer.self, ContentRequestSerializer.self, CookieArchive.self,
      CookieError.self, CookieFile.self, CookieJar.self, DataResponseSerializer.self,
      DecodableResponseSerializer<User>.self, DomainName.self, FormError.self, FormFields.self,
      FoundationCoder.self, HTTP.self, HTTPRequestSerializer.self, HTTPSession.self,
      HTTPSessionError.self, HashAlgorithm.self, JSON.Bytes.self, JSONCoder.self,
      (any JSONCoding).self, JSON.Conversion.self, JSON.DecodingError.self, JSON.EncodingError.self,
      JSON.ParsingError.self, JSON.Moment.self, JSON.Number.self, JSON.Object.self,
      JSON.ReadingOptions.self,
      JSONRequestSerializer.self, JSONResponseSerializer.self, JSON.Value.self,
      JSON.WritingOptions.self, Multipart.self, Multipart.Reader.self, OID.self,
      (any RequestParameters.Convertible).self, RequestParameters.WritingError.self,
      RequestParameters.Style.self,
      RequestParameters.Value.self, PropertyListRequestSerializer.self,
      PropertyListResponseSerializer<User>.self,
      PublicSuffixRules.self, RawResponseSerializer.self, Reachability.self, RequestParameters.self,
      RequestSerializationError.self, (any RequestSerializer).self, ResponseSerializationError.self,
      (any ResponseSerializer).self, ResponseValidation.self,
      SerializedResponse<Int>.self, TLS.self, TLSError.self, TextCharset.self,
      TextResponseSerializer.self, TransferProgress.self, UnixTime.self, VerificationKey.self,
      X509.self, X509Error.self, XML.self, XMLDocumentResponseSerializer.self,
      XMLParserResponseSerializer.self,
    ]
    // Keys are not copied, and no element of an array.
    let (_, _): (SecretBytes.Type, SigningKey.Type) = (SecretBytes.self, SigningKey.self)
    #expect(Set(ours.map(ObjectIdentifier.init)).count == ours.count)
    #expect(ours.count > 60)
  }

  @Test func `types of another package and of Apus can be used in one file`() throws {
    let (hash, key): (SHA256, P256) = (SHA256(), P256())
    #expect(hash == SHA256() && key == P256())
    #expect(try JSON.Value(parsing: "[1]")[0]?.int == 1)
    #expect("\(try HTTP.URL("https://Example.com:443/a/../b"))" == "https://example.com/b")
    #expect(TLS.Version.tls13.rawValue == 0x0304 && X509.Version.v3.rawValue == 2)
    #expect("\(try DomainName("Example.com"))" == "example.com")
  }

  @Test func `GET accepts values in its path and its query`() async throws {
    let (id, page, tags, note): (String, Int, [String], String?) = ("a/b?c", 2, ["a", "b"], nil)
    let user = try await Self.api.get(
      "users/\(id)", query: ["page": page, "tags": tags, "note": note], as: User.self,
      within: .seconds(60))
    #expect(user.name == "GET users/a%2Fb%3Fc?page=2&tags=a&tags=b ")
    let filter = ["page": "\(page)"]
    let other: User = try await Self.api.get(
      "u", query: .encoding(filter), headers: ["X-Tenant": "blue"])
    #expect(other.name == "GET u?page=2 ")
  }

  @Test func `request content can be JSON, a form, multipart parts or text`() async throws {
    let (page, tags): (Int, [String]) = (2, ["a", "b"])
    let json = try await Self.api.put("u", .json(["tags": tags, "page": page]), as: User.self)
    #expect(json.name == #"PUT u {"tags":["a","b"],"page":2}"#)
    let made = try await Self.api.post("u", .json(User(id: 7, name: "Ada")), as: User.self)
    #expect(made.name == #"POST u {"id":7,"name":"Ada"}"#)
    let form = try await Self.api.post("u", .form(["page": page]), as: User.self)
    #expect(form.name == "POST u page=2")
    let text = try await Self.api.patch("u", .text("hi"), as: User.self)
    #expect(text.name == "PATCH u hi")
    let parts = try await Self.api.post(
      "u", .multipart([.field("album", "\(page)")]), as: User.self)
    #expect(parts.name.contains("name=\"album\"\r\n\r\n2\r\n"))
    let multipart = try Multipart([.field("a", "b")])
    #expect(multipart.parts.count == 1)
  }

  @Test func `a session is configured in place, and its requests are values`() async throws {
    let api = try HTTPSession("https://api.example.com/v1/") {
      $0.timeouts.total = .seconds(10)
      $0.pool.connectionsPerHost = 8
      $0.headers["X-Tenant"] = "blue"
      $0.dns.overrides["db.internal"] = ["10.0.0.7"]
      $0.tls.pins = [
        .host(
          "*.example.com", "sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
          backup: "sha256/AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=")
      ]
    }
    #expect(api.configuration.headers["x-tenant"] == "blue")
    var request = HTTP.Request.get("users/7")
    request.headers["X-Tenant"] = "red"
    let response = try await Self.api.send(request)
    #expect(response.status == .ok)
    #expect(try response.json(as: User.self).name == "GET users/7 ")
  }

  @Test func `an error of a call contains the response`() async throws {
    let api = HTTPSession.stub("https://h/") { _ in
      HTTP.Response(404, headers: [.contentType: "text/plain"], body: Array("no one".utf8))
    }
    do {
      _ = try await api.get("users/9", as: User.self)
      Issue.record("a 404 was accepted")
    } catch let error as HTTPSessionError {
      switch error.code {
      case .status(404): #expect(error.explanation == "no one")
      default: Issue.record(error)
      }
    }
  }

  @Test func `a response body can be read in the closure of a stream`() async throws {
    var count = 0
    try await Self.api.stream(.get("dump")) { response, body in
      #expect(response.status == .ok)
      for try await chunk in body { count += chunk.count }
    }
    #expect(count > 0)
  }

  @Test func `JSON documents and time values need no other import`() throws {
    let document = try JSON.Value(parsing: #"{"wings":2}"#)
    #expect(document["wings"]?.int == 2)
    let now = UnixTime(secondsSinceEpoch: 1_795_478_400)
    #expect(now.secondsSinceEpoch == 1_795_478_400)
  }
}
