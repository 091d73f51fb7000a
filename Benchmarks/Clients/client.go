// Go's net/http: client WORKLOAD URL CONNECTIONSxCOUNT
package main

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"syscall"
	"time"
)

var body = []byte(`{"id":7,"name":"Ada","text":"` + strings.Repeat("x", 1000) + `"}`)

type document struct {
	Id    int               `json:"id"`
	Name  string            `json:"name"`
	Mail  string            `json:"mail"`
	Tags  []string          `json:"tags"`
	Grams float64           `json:"grams"`
	Facts map[string]string `json:"facts"`
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func request(workload string, base *url.URL, n int) *http.Request {
	target := base.String()
	method, content := "GET", io.Reader(nil)
	if workload == "post" {
		method, content = "POST", bytes.NewReader(body)
	}
	if workload == "mix" {
		target = fmt.Sprintf("%s://127.0.0.%d:%s/mix/users/%d?page=%d&sort=name&fields=id,name,grams",
			base.Scheme, 1+n%8, base.Port(), n*7919%10007, n%40)
	}
	made, err := http.NewRequest(method, target, content)
	check(err)
	switch workload {
	case "post":
		made.Header.Set("Content-Type", "application/json")
	case "mix":
		made.Header.Set("Accept", "application/json")
		made.Header.Set("Accept-Language", "en-GB,en;q=0.8")
		made.Header.Set("X-Request-Id", fmt.Sprint(n))
		made.Header.Set("X-Tenant", fmt.Sprintf("tenant-%d", n%20))
		made.Header.Set("Cache-Control", "no-cache")
	}
	return made
}

func work(client *http.Client, workload string, base *url.URL, connections, count int) {
	var group sync.WaitGroup
	for i := 0; i < connections; i++ {
		group.Add(1)
		go func(i int) {
			defer group.Done()
			for j := 0; j < count; j++ {
				answer, err := client.Do(request(workload, base, i+j*connections))
				check(err)
				if answer.StatusCode != 200 {
					check(fmt.Errorf("status %d", answer.StatusCode))
				}
				if workload == "mix" || workload == "post" {
					var value document
					bytes, err := io.ReadAll(answer.Body)
					check(err)
					check(json.Unmarshal(bytes, &value))
				} else {
					_, err = io.Copy(io.Discard, answer.Body)
					check(err)
				}
				answer.Body.Close()
			}
		}(i)
	}
	group.Wait()
}

func processor() int64 {
	var use syscall.Rusage
	check(syscall.Getrusage(syscall.RUSAGE_SELF, &use))
	return use.Utime.Nano() + use.Stime.Nano()
}

func main() {
	if len(os.Args) != 4 {
		os.Exit(2)
	}
	workload := os.Args[1]
	base, err := url.Parse(os.Args[2])
	check(err)
	var connections, count int
	_, err = fmt.Sscanf(os.Args[3], "%dx%d", &connections, &count)
	check(err)
	transport := &http.Transport{MaxIdleConnsPerHost: connections, MaxIdleConns: 8 * connections,
		DisableKeepAlives: workload == "fresh"}
	if roots := os.Getenv("APUS_ROOTS"); roots != "" {
		pem, err := os.ReadFile(roots)
		check(err)
		pool := x509.NewCertPool()
		pool.AppendCertsFromPEM(pem)
		transport.TLSClientConfig = &tls.Config{RootCAs: pool}
	}
	client := &http.Client{Transport: transport}
	work(client, workload, base, connections, max(1, count/10))
	start, wall := processor(), time.Now()
	work(client, workload, base, connections, count)
	used, passed := processor()-start, time.Since(wall).Nanoseconds()
	var use syscall.Rusage
	check(syscall.Getrusage(syscall.RUSAGE_SELF, &use))
	fmt.Printf("{\"requests\":%d,\"nanoseconds\":%d,\"wall\":%d,\"kibibytes\":%d}\n",
		connections*count, used, passed, use.Maxrss)
}
