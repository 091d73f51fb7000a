import ApusX509Files
import Testing

@testable import ApusConnections

/// Where roots are looked for.
@Suite struct RootPlacesTests {
  @Test
  func `UL-16: without variables they are looked for where systems have them, and one is enough`() {
    let places = RootPlaces.system { _ in nil }
    #expect(places.count == .first && places.places.first == .file(RootPlaces.files[0]))
    #expect(places.places.count == RootPlaces.files.count + RootPlaces.folders.count)
    #expect(RootPlaces.system { _ in "" } == places)
  }

  @Test func `what a variable names takes the place of all others, and each must be there`() {
    let file = RootPlaces.system { $0 == "SSL_CERT_FILE" ? "/a" : nil }
    #expect(file == RootPlaces(places: [.file("/a")], count: .all, isStrict: false))
    let folders = RootPlaces.system { $0 == "SSL_CERT_DIR" ? "/b:/c" : nil }
    #expect(folders.places == [.folder("/b"), .folder("/c")] && folders.count == .all)
    let both = RootPlaces.system { ["SSL_CERT_FILE": "/a", "SSL_CERT_DIR": "/b"][$0] }
    #expect(both.places == [.file("/a"), .folder("/b")])
    let nowhere = RootPlaces.system { $0 == "SSL_CERT_DIR" ? ":" : nil }
    #expect(nowhere.count == .all && !nowhere.places.isEmpty)
  }
}
