package luanti

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/adam-discovery/adam/interaction/internal/group"
)

// ErrNoClient is wrapped by the error of who wants pictures where the game's client, or the X server
// that it draws into, isn't installed.
var ErrNoClient = errors.New("no Luanti client with a screen to draw on is installed")

// ClientHint says how the client and its screen are installed.
const ClientHint = "install them: apt-get install minetest xvfb minetest-server minetest-data"

// clientPrograms are the client's names.
var clientPrograms = []string{"/usr/games/minetest", "minetest", "/usr/games/luanti", "luanti"}

// programs are the paths of the X server and of the client.
func programs() (xvfb, client string, err error) {
	if xvfb, err = exec.LookPath("Xvfb"); err != nil {
		return "", "", fmt.Errorf("%w: there is no Xvfb", ErrNoClient)
	}
	for _, name := range clientPrograms {
		if client, err = exec.LookPath(name); err == nil {
			return xvfb, client, nil
		}
	}
	return "", "", fmt.Errorf("%w: there is no minetest", ErrNoClient)
}

// ClientInstalled reports whether pictures can be taken.
func ClientInstalled() bool {
	_, _, err := programs()
	return err == nil && Installed()
}

// screen is an X server without a display: what is drawn is in a file, which is read as it stands.
type screen struct {
	cmd     *exec.Cmd
	end     io.Closer // the screen ends when this is closed, also by the end of this process
	display string
	file    string
}

// screenTime is how long the X server may take to be there.
const screenTime = time.Minute

// newScreen starts an X server of that size, with its files in the folder. It listens on no network.
func newScreen(ctx context.Context, program, dir string, width, height int) (*screen, error) {
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer read.Close()
	s := &screen{file: filepath.Join(dir, "Xvfb_screen0")}
	// The shell ends the X server, which then removes its lock and its socket, and removes the folder, also if this process is killed.
	s.cmd = exec.Command("/bin/sh", "-c", `"$@" & x=$!; exec 3>&-; read -r _; kill "$x"; wait "$x"; exec rm -rf -- "$0"`, dir,
		program, "-displayfd", "3", "-screen", "0", fmt.Sprintf("%dx%dx24", width, height), "-fbdir", dir, "-nolisten", "tcp", "-noreset")
	s.cmd.Env = []string{"HOME=" + dir, "LANG=C", "PATH=/usr/bin:/bin"}
	s.cmd.ExtraFiles = []*os.File{write}
	group.Own(s.cmd)
	if s.end, err = s.cmd.StdinPipe(); err == nil {
		err = s.cmd.Start()
	}
	_ = write.Close() // the child has its own
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", program, err)
	}
	ctx, cancel := context.WithTimeout(ctx, screenTime)
	defer cancel()
	stop := context.AfterFunc(ctx, func() { group.Kill(s.cmd.Process) })
	defer stop()
	line, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		s.close()
		return nil, errors.New("the X server didn't start")
	}
	s.display = ":" + strings.TrimSpace(line)
	return s, nil
}

// close ends the X server, and kills it if it takes too long.
func (s *screen) close() {
	timer := time.AfterFunc(grace, func() { group.Kill(s.cmd.Process) })
	defer timer.Stop()
	_ = s.end.Close()
	_ = s.cmd.Wait() // it was told to end
}

// Places in the header of a window dump (X11/XWDFile.h): words of four bytes, the most significant first.
const (
	xwdHeaderSize = 0
	xwdWidth      = 4
	xwdHeight     = 5
	xwdByteOrder  = 7 // zero: the least significant byte of a pixel is the first
	xwdPixelBits  = 11
	xwdLineBytes  = 12
	xwdColours    = 19
	xwdWords      = 25
	xwdColour     = 12 // bytes of an entry of the table of colours
)

// picture is what is drawn: three bytes for each pixel, row by row from the top left.
type picture struct {
	width, height int
	rgb           []byte
}

// read is what the screen shows now.
func (s *screen) read() (picture, error) {
	data, err := os.ReadFile(s.file)
	if err != nil {
		return picture{}, err
	}
	return parseDump(data)
}

// parseDump reads a window dump of pixels of four bytes.
func parseDump(data []byte) (picture, error) {
	word := func(i int) int { return int(binary.BigEndian.Uint32(data[4*i:])) }
	if len(data) < 4*xwdWords || word(xwdPixelBits) != 32 {
		return picture{}, errors.New("what the X server draws into isn't a window dump of 32 bits a pixel")
	}
	p := picture{width: word(xwdWidth), height: word(xwdHeight)}
	at, line := word(xwdHeaderSize)+xwdColour*word(xwdColours), word(xwdLineBytes)
	if p.width < 1 || p.height < 1 || p.width > 1<<14 || p.height > 1<<14 || line < 4*p.width || at < 0 || len(data) < at+line*p.height {
		return picture{}, errors.New("what the X server draws into is cut short")
	}
	red, green, blue := 2, 1, 0
	if word(xwdByteOrder) != 0 {
		red, green, blue = 1, 2, 3
	}
	p.rgb = make([]byte, 0, 3*p.width*p.height)
	for y := range p.height {
		row := data[at+y*line:]
		for x := range p.width {
			p.rgb = append(p.rgb, row[4*x+red], row[4*x+green], row[4*x+blue])
		}
	}
	return p, nil
}

// at is the colour of a pixel.
func (p picture) at(x, y int) [3]byte {
	return [3]byte(p.rgb[3*(y*p.width+x):])
}

// changed is the part of the pixels that differ from those of a picture of the same size.
func (p picture) changed(q picture) float64 {
	if len(p.rgb) != len(q.rgb) {
		return 1
	}
	n := 0
	for i := 0; i < len(p.rgb); i += 3 {
		if p.rgb[i] != q.rgb[i] || p.rgb[i+1] != q.rgb[i+1] || p.rgb[i+2] != q.rgb[i+2] {
			n++
		}
	}
	return float64(n) / float64(p.width*p.height)
}

// middle is the square in the middle of the picture, as high as that, with size pixels a side: each is the mean
// of a square of those that were drawn, whose number is a multiple.
func (p picture) middle(size int) []byte {
	k, left := p.height/size, (p.width-p.height)/2
	out := make([]byte, 0, 3*size*size)
	for y := range size {
		for x := range size {
			for c := range 3 {
				sum := 0
				for v := range k {
					for u := range k {
						sum += int(p.rgb[3*((y*k+v)*p.width+left+x*k+u)+c])
					}
				}
				out = append(out, byte((sum+k*k/2)/(k*k)))
			}
		}
	}
	return out
}
