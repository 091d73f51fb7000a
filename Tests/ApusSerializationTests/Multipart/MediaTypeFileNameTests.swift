import ApusHTTP
import ApusSerialization
import Testing

/// Media types by the endings of names.
struct MediaTypeFileNameTests {
  @Test(arguments: [
    ("a.jpg", "image/jpeg"), ("a.JPEG", "image/jpeg"), ("a.tar.gz", "application/gzip"),
    ("a.cer", "application/x-x509-ca-cert"), ("a.json", "application/json"), (".png", "image/png"),
    ("a", "application/octet-stream"), ("a.", "application/octet-stream"),
    ("", "application/octet-stream"), ("a.exe", "application/octet-stream"),
    ("a.jpg ", "application/octet-stream"),
    ("a." + String(repeating: "x", count: 100), "application/octet-stream"),
  ])
  func `the extension of a file name determines the media type`(
    _ name: String, _ type: String
  ) {
    #expect(HTTP.MediaType.ofFile(named: name).description == type)
  }
}
