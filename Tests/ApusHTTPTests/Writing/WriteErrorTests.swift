import ApusHTTP
import Testing

/// The text of an error, and the parts that it never has.
struct WriteErrorTests {
  static let all: [(HTTP.WriteError, String)] = [
    (.invalidMethod(at: 1), "byte 1 of the request method is not allowed in a method name"),
    (.invalidTarget(at: 2), "byte 2 of the request target is not allowed in a target"),
    (.invalidHost, "the host of the request is neither a host name nor an IP address"),
    (.invalidPort(0), "the port 0 is not a number from 1 to 65535"),
    (.invalidScheme, "the scheme of the request is neither http nor https"),
    (.targetDoesNotFitMethod, "the request method does not allow this form of request target"),
    (
      .invalidFieldName("A\r\nB", at: 1),
      "byte 1 of the field name \"A\\x0d\\x0aB\" is not allowed in a field name"
    ),
    (.invalidFieldValue("A", at: 3), "byte 3 of the value of the field A is a control character"),
    (.invalidReason(at: 4), "byte 4 of the reason phrase is a control character"),
    (.repeatedField(.host), "the header field Host must not be repeated"),
    (
      .reservedField(.transferEncoding),
      "the header field Transfer-Encoding must not be set, because Apus writes this field"
    ),
    (
      .contentLengthDiffers(body: .known(5)),
      "the Content-Length field differs from the length of the body: known(5)"
    ),
    (
      .expectsContinueWithoutContent,
      "the request has the field Expect: 100-continue, but no content"
    ),
    (.invalidBodyLength(-1), "the stated body length of -1 bytes is not possible"),
    (.bodyNotAllowed, "the message has a body, but the method or the status does not allow a body"),
    (.lengthRequired, "a body of unknown length can only be sent to a peer that supports HTTP/1.1"),
    (
      .trailersNeedChunks,
      "trailer fields can only be sent after a body of unknown length, which is sent in "
        + "chunks"
    ),
    (.forbiddenTrailer(.host), "the field Host is not allowed in a trailer section"),
    (.bodyTooLong(announced: 5), "the body is longer than the announced 5 bytes"),
    (
      .bodyTooShort(announced: 5, written: 4), "the body ended after 4 of the announced 5 bytes"
    ),
    (.bodyEnded, "the body has ended, so no more bytes can be written"),
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
