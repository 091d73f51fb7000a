import ApusImages
import ApusSerialization
import Testing

/// The texts of the errors of downloads.
struct DownloadErrorTests {
  private struct Broken: Error, CustomStringConvertible {
    let description = "the disk is full"
  }

  @Test(arguments: [
    (
      DownloadError.invalidURL("photo.png?key=sesame"),
      "the image cannot be downloaded, because the target is not an absolute URL: photo.png?key=…"
    ),
    (.cancelled, "the download of the image was cancelled"),
    (
      .refused(ResponseSerializationError(.status(404, phrase: "Not Found"))),
      "the response to the image request was rejected: the request failed: Not Found (404)"
    ),
    (.noContent, "the response to the image request has no content"),
    (.failed(Broken()), "the download of the image failed: the disk is full"),
  ])
  func `a failed download of an image states its reason`(error: DownloadError, text: String) {
    #expect("\(error)" == text)
  }
}
