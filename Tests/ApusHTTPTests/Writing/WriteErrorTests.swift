import ApusHTTP
import Testing

/// The text of an error, and the parts that it never has.
struct WriteErrorTests {
  static let all: [(HTTP.WriteError, String)] = [
    (.invalidMethod(at: 1), "byte 1 of the method is not allowed in a token"),
    (.invalidTarget(at: 2), "byte 2 of the request target is not allowed there"),
    (.invalidHost, "the host is empty or neither a name nor an address"),
    (.invalidPort(0), "port 0 is outside 1 to 65535"),
    (.invalidScheme, "the scheme is neither http nor https"),
    (.targetDoesNotFitMethod, "the method cannot have this form of request target"),
    (
      .invalidFieldName("A\r\nB", at: 1),
      "byte 1 of the field name \"A\\x0d\\x0aB\" is not allowed in a token"
    ),
    (.invalidFieldValue("A", at: 3), "byte 3 of the value of A is a control character"),
    (.invalidReason(at: 4), "byte 4 of the reason phrase is a control character"),
    (.repeatedField(.host), "Host may be given once only"),
    (
      .reservedField(.transferEncoding),
      "Transfer-Encoding is written by the codec and cannot be given"
    ),
    (
      .contentLengthDiffers(body: .known(5)),
      "Content-Length is given and differs from the body: known(5)"
    ),
    (.expectsContinueWithoutContent, "Expect: 100-continue on a request without content"),
    (.invalidBodyLength(-1), "a body cannot have -1 bytes"),
    (.bodyNotAllowed, "a body where the method or the status has none"),
    (.lengthRequired, "a body of unknown length needs a peer that speaks HTTP/1.1"),
    (
      .trailersNeedChunks, "trailers need a body of unknown length, which is sent in chunks"
    ),
    (.forbiddenTrailer(.host), "Host is not allowed in a trailer section"),
    (.bodyTooLong(announced: 5), "the body is longer than the 5 bytes announced"),
    (
      .bodyTooShort(announced: 5, written: 4), "the body ended after 4 of the 5 bytes announced"
    ),
    (.bodyEnded, "the body has ended"),
  ]

  @Test func `every write error has a description with its cause`() {
    for (error, text) in Self.all { #expect(error.description == text) }
  }

  @Test func `two different write errors are not equal`() {
    for (left, one) in Self.all.enumerated() {
      for (right, other) in Self.all.enumerated() {
        #expect((one.0 == other.0) == (left == right))
      }
    }
  }

  @Test func `the description of a write error contains no field value`() throws {
    let destination = try HTTP.Destination.known("http://h/")
    let bad = HTTP.FieldValue("hidden\r\n")
    let errors = [
      Written { output throws(HTTP.WriteError) in
        try HTTP.RequestWriter().writeHead(
          .get, destination, fields: ["Authorization": bad], to: &output)
      },
      Written { output throws(HTTP.WriteError) in
        try HTTP.RequestWriter().writeHead(.get, destination, fields: ["Host": bad], to: &output)
      },
      Written { output throws(HTTP.WriteError) in
        try HTTP.RequestWriter().writeHead(
          .put, destination, fields: ["Content-Length": bad], body: .known(6), to: &output)
      },
      Written { output throws(HTTP.WriteError) in
        try HTTP.RequestWriter().writeHead(
          .put, destination, body: .unknown, trailers: ["T": bad], to: &output)
      },
      Written { output throws(HTTP.WriteError) in
        try HTTP.RequestWriter().writeHead(HTTP.Method("hidden "), destination, to: &output)
      },
      Written { output throws(HTTP.WriteError) in
        try HTTP.ResponseWriter(to: .get).writeHead(
          HTTP.ResponseHead(.ok, reason: "hidden\r"), to: &output)
      },
    ].compactMap(\.error)
    #expect(errors.count == 6)
    for error in errors {
      for shown in Shown.everyWay(error) { #expect(!shown.contains("hidden")) }
    }
  }
}
